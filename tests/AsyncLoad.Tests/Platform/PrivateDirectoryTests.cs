using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.Versioning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Protocol;
using Xunit;

namespace AsyncLoad.Tests.Platform;

/// <summary>docs/evidence/reliability.md, rows 11, 23, 27 and 29.</summary>
public sealed class PrivateDirectoryTests : IDisposable
{
    private const UnixFileMode Private = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    // Above the largest number of a process on Linux, 2^22.
    private const int NoProcess = 2_000_000_000;

    private readonly string parent = Directory.CreateTempSubdirectory("al-parent-").FullName;

    public void Dispose() => Directory.Delete(parent, recursive: true);

    [Fact]
    public void Names_tell_their_process_and_nothing_else_passes_for_one()
    {
        Assert.Equal(4711, PrivateDirectoryName.Process(PrivateDirectoryName.Make(4711, "0a1b2c3d")));
        Assert.All(
            ["al-test-0a1b2c3d", "al-0a1b2c3d", "al-1-0a1b2c3", "al-1-0a1b2c3dd", "al-1-0A1B2C3D", "al--1-0a1b2c3d", "al-99999999999-0a1b2c3d", "al-9999999999-0a1b2c3d", "al-1-0a1b2c3d\n", "xal-1-0a1b2c3d"],
            name => Assert.Null(PrivateDirectoryName.Process(name)));
    }

    [Fact]
    public async Task A_lock_is_made_however_often_others_look_for_it()
    {
        var names = Enumerable.Range(0, 2_000).Select(count => Directory.CreateDirectory(Path.Combine(parent, $"{count}")).FullName).ToArray();
        var next = 0;
        var making = Task.Run(
            () =>
            {
                for (; next < names.Length; Volatile.Write(ref next, next + 1)) PrivateDirectoryName.MakeLock(names[next]).Dispose();
            },
            TestContext.Current.CancellationToken);

        while (!making.IsCompleted && Volatile.Read(ref next) is var index && index < names.Length) Record.Exception(() => PrivateDirectoryName.Lock(names[index]).Dispose());

        await making;
    }

    [Fault(11, 27)]
    [Fact]
    public void What_a_killed_process_left_is_removed_with_all_that_is_in_it()
    {
        var left = Lay(NoProcess);
        File.WriteAllText(Path.Combine(left, "1.sock"), "");
        Directory.CreateDirectory(Path.Combine(left, "clr"));

        PrivateDirectories.RemoveAbandoned(parent);

        Assert.False(Directory.Exists(left));
    }

    [Fact]
    public void What_the_runtime_of_its_process_left_goes_with_it_and_nothing_else()
    {
        Lay(NoProcess);
        string[] files = [$"dotnet-diagnostic-{NoProcess}-12-socket", $"clr-debug-pipe-{NoProcess}-12-in", $"clr-debug-pipe-{NoProcess}-12-out", $"dotnet-diagnostic-{NoProcess}7-12-socket", "kept"];
        foreach (var file in files) File.WriteAllText(Path.Combine(parent, file), "");

        PrivateDirectories.RemoveAbandoned(parent);

        Assert.Equal([$"dotnet-diagnostic-{NoProcess}7-12-socket", "kept"], Directory.GetFiles(parent).Select(Path.GetFileName).Order());
    }

    [Fault(27)]
    [Fact]
    public void What_the_runtime_of_a_killed_process_left_is_removed_without_a_directory_of_its_own_too()
    {
        var own = ProcessList.StartOf(Environment.ProcessId);
        Assert.SkipWhen(own is null, "the system does not tell when a process started");
        string[] dead = [$"dotnet-diagnostic-{NoProcess}-12-socket", $"clr-debug-pipe-{NoProcess}-12-in", $"dotnet-diagnostic-{Environment.ProcessId}-12-socket", $"clr-debug-pipe-{Environment.ProcessId}-12-out"];
        string[] kept = [$"clr-debug-pipe-{Environment.ProcessId}-{own}-in", $"dotnet-diagnostic-{Environment.ProcessId}-{own}-socket", "dotnet-diagnostic-x-12-socket", $"dotnet-diagnostic-{NoProcess}-12-socket.txt"];
        foreach (var file in dead.Concat(kept)) File.WriteAllText(Path.Combine(parent, file), "");

        PrivateDirectories.RemoveAbandoned(parent);

        Assert.Equal(kept.Order(), Directory.GetFiles(parent).Select(Path.GetFileName).Order());
    }

    [Fault(27)]
    [Fact]
    public void A_socket_that_answers_stays_whatever_its_number_says()
    {
        var path = Path.Combine(parent, $"dotnet-diagnostic-{NoProcess}-12-socket");
        File.WriteAllText(Path.Combine(parent, $"clr-debug-pipe-{NoProcess}-12-in"), "");
        using var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(path));
        listener.Listen();

        PrivateDirectories.RemoveAbandoned(parent);

        Assert.Equal(2, Directory.GetFiles(parent).Length);
    }

    [Fault(27)]
    [Fact]
    public void A_directory_whose_process_left_its_number_to_another_is_removed()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the system does not tell when a process started");
        var left = Lay(Environment.ProcessId);
        File.WriteAllText(Path.Combine(left, ".lock"), "12");

        PrivateDirectories.RemoveAbandoned(parent);

        Assert.False(Directory.Exists(left));
    }

    [Fault(29)]
    [Theory]
    [InlineData("0000000000000000: 00000003 00000000 00000000 0001 03 3695869 /elsewhere/al-2000000000-3f48f023/3.sock", true)]
    [InlineData("0000000000000000: 00000003 00000000 00000000 0001 03 3695869 /elsewhere/al-2000000000-3f48f023", false)]
    [InlineData("0000000000000000: 00000003 00000000 00000000 0001 03 3695869 /elsewhere/other/3.sock", false)]
    [InlineData("0000000000000000: 00000003 00000000 00000000 0001 03 3695869", false)]
    public void A_run_is_known_by_its_sockets_wherever_they_are(string line, bool known) =>
        Assert.Equal(known, PrivateDirectories.AnySocketOfOthers(["Num       RefCount Protocol Flags    Type St Inode Path", line]));

    [Fault(29)]
    [Fact]
    public void Sockets_of_this_process_are_no_other_run_s() =>
        Assert.False(PrivateDirectories.AnySocketOfOthers([$"0: 3 0 0 1 03 1 /tmp/{PrivateDirectoryName.Make(Environment.ProcessId, "0a1b2c3d")}/1.sock"]));

    [Fault(23)]
    [Fact]
    public void What_a_link_in_it_points_to_stays()
    {
        var precious = Directory.CreateDirectory(Path.Combine(parent, "precious")).FullName;
        File.WriteAllText(Path.Combine(precious, "kept"), "");
        var left = Lay(NoProcess);
        Directory.CreateSymbolicLink(Path.Combine(left, "link"), precious);

        PrivateDirectories.RemoveAbandoned(parent);

        Assert.False(Directory.Exists(left));
        Assert.True(File.Exists(Path.Combine(precious, "kept")));
    }

    [Fault(23)]
    [Fact]
    public void A_link_with_such_a_name_is_not_followed()
    {
        var elsewhere = Lay(NoProcess, Path.Combine(parent, "elsewhere"));
        var link = Path.Combine(parent, PrivateDirectoryName.Make(NoProcess, "00000000"));
        Directory.CreateSymbolicLink(link, elsewhere);

        PrivateDirectories.RemoveAbandoned(parent);

        Assert.True(Directory.Exists(elsewhere));
        Assert.True(Directory.Exists(link));
    }

    [Fault(29)]
    [Fact]
    public void A_directory_that_is_held_stays_whatever_its_number_says()
    {
        var held = Lay(NoProcess);
        using (PrivateDirectoryName.Lock(held))
        {
            PrivateDirectories.RemoveAbandoned(parent);
            Assert.True(Directory.Exists(held));
            Assert.True(PrivateDirectories.AnyOfOthers(parent));
        }

        Assert.False(PrivateDirectories.AnyOfOthers(parent));
    }

    [Fact]
    public void A_directory_of_a_process_that_lives_stays_whatever_its_lock_says()
    {
        var alive = Lay(Environment.ProcessId);

        PrivateDirectories.RemoveAbandoned(parent);

        Assert.True(Directory.Exists(alive));
    }

    [Fact]
    public void What_only_looks_like_one_stays()
    {
        var unlocked = Lay(NoProcess);
        File.Delete(Path.Combine(unlocked, ".lock"));
        var file = Path.Combine(parent, PrivateDirectoryName.Make(NoProcess, "00000002"));
        File.WriteAllText(file, "");

        PrivateDirectories.RemoveAbandoned(parent);

        Assert.True(Directory.Exists(unlocked));
        Assert.True(File.Exists(file));
    }

    [Fault(12)]
    [Fact]
    public void A_directory_that_others_can_enter_stays()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Unix modes");
        var open = Lay(NoProcess, mode: Private | UnixFileMode.OtherRead | UnixFileMode.OtherExecute);

        PrivateDirectories.RemoveAbandoned(parent);

        Assert.True(Directory.Exists(open));
    }

    [Fact]
    [SupportedOSPlatform("linux")]
    public void A_directory_of_another_user_is_not_ours()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "users by number");
        var directory = Lay(NoProcess);

        Assert.True(LinuxPrivateFiles.IsPrivateDirectoryOf(LinuxPrivateFiles.ThisUser, directory));
        Assert.False(LinuxPrivateFiles.IsPrivateDirectoryOf(LinuxPrivateFiles.ThisUser + 1, directory));
        Assert.False(LinuxPrivateFiles.IsPrivateDirectoryOf(LinuxPrivateFiles.ThisUser, Path.Combine(directory, "gone")));
    }

    [Fault(27)]
    [Fact]
    public void One_that_is_made_is_private_held_and_gone_in_the_end()
    {
        string path;
        using (var directory = PrivateDirectory.Create())
        {
            path = directory.Path;
            Assert.Equal(Environment.ProcessId, PrivateDirectoryName.Process(Path.GetFileName(path)));
            Assert.True(ThisSystem.Files.IsPrivateDirectory(path));
            Assert.Throws<IOException>(() => PrivateDirectoryName.Lock(path));
            Assert.NotEqual(directory.NextSocketPath(), directory.NextSocketPath());
            Assert.InRange(directory.NextSocketPath().Length, 1, 103);
        }

        Assert.False(Directory.Exists(path));
    }

    // The system counts the bytes of a path, of which an ä has two.
    [Theory]
    [InlineData('a', true)]
    [InlineData('ä', false)]
    public void Paths_of_sockets_are_measured_in_bytes(char letter, bool fits)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "there sockets have no paths");
        Assert.Equal(fits, PrivateDirectory.Fits("/" + new string(letter, 53)));
        Assert.False(PrivateDirectory.Fits("/" + new string(letter, 54)));
    }

    [Fault(5, 27)]
    [Fact]
    public async Task Processes_that_a_killed_process_left_are_ended()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "/proc tells them");
        var left = Lay(NoProcess);
        using var waits = Sleep($"{left}/1.sock");
        using var other = Sleep($"{left}0/1.sock");

        PrivateDirectories.RemoveAbandoned(parent);

        await waits.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.False(other.HasExited);
        other.Kill();
    }

    [Fault(29)]
    [Fact]
    public void Where_there_is_no_folder_there_is_no_run_of_others() => Assert.False(PrivateDirectories.AnyOfOthers(Path.Combine(parent, "absent")));

    private static Process Sleep(string mark)
    {
#pragma warning disable RS0030 // It is to look like one of another program.
        return Process.Start(new ProcessStartInfo("sleep", ["301"]) { Environment = { [HostRequest.ProcessMark] = mark } })!;
#pragma warning restore RS0030
    }

    private string Lay(int process, string? path = null, UnixFileMode mode = Private)
    {
        path ??= Path.Combine(parent, PrivateDirectoryName.Make(process, "0a1b2c3d"));
        Directory.CreateDirectory(path);
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(path, mode);
        PrivateDirectoryName.MakeLock(path).Dispose();
        return path;
    }
}
