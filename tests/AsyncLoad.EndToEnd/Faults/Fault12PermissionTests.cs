using System.Globalization;
using System.Runtime.Versioning;
using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>Folders and processes that belong to somebody else: root's, and the program is nobody; or else the user's own, and he gave up his rights.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class Fault12PermissionTests : IDisposable
{
    private const UnixFileMode ForAll = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute | UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute;

    private const UnixFileMode ReadOnly = ForAll & ~(UnixFileMode.UserWrite | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite);

    private readonly Sandbox sandbox = new();
    private readonly Sandbox elsewhere = new();

    public Fault12PermissionTests()
    {
        HostProcesses.Require();
        File.SetUnixFileMode(sandbox.Temporary, ForAll);
    }

    public void Dispose()
    {
        File.SetUnixFileMode(sandbox.Folder, ForAll);
        sandbox.Dispose();
        elsewhere.Dispose();
    }

    [Fault(12)]
    [Fact]
    public async Task A_folder_that_cannot_be_written_is_told_by_doctor_and_refused_with_its_path()
    {
        sandbox.Write("tiny.json", Profiles.Of(Profiles.AwaitPair));
        File.SetUnixFileMode(sandbox.Folder, ReadOnly);

        var told = await EndAsync(Confined.WithoutRights(sandbox, "doctor", "--no-measure"), 0);
        Assert.Matches("run-folder +.*denied", told.Output);
        var ended = await EndAsync(Confined.WithoutRights(sandbox, "run", "tiny.json", "--output", sandbox.At("run")), 10);
        Assert.Contains($"cannot write to {sandbox.At("run")}", ended.Error, StringComparison.Ordinal);
        Assert.Contains("--output", ended.Error, StringComparison.Ordinal);
    }

    [Fault(12)]
    [Fact]
    public async Task A_process_of_another_user_is_refused_by_its_owner()
    {
        Assert.SkipUnless(Confined.IsRoot, "two users: only root may start a program as another");
        using var loop = RunningProgram.Start(elsewhere, Repository.Muxer, [Repository.LiveLoop]);
        await Until.HoldsAsync(() => Directory.EnumerateFileSystemEntries(elsewhere.Temporary, "dotnet-diagnostic-*-socket").Any(), "the loop runs");

        var ended = await EndAsync(Confined.WithoutRights(sandbox, "analyze", "-p", loop.Id.ToString(CultureInfo.InvariantCulture)), 6);

        Assert.Contains("belongs to another user", ended.Error, StringComparison.Ordinal);
        Assert.False(loop.HasEnded);
    }

    [Fault(11)]
    [Fact]
    public async Task A_temporary_folder_that_cannot_be_written_is_refused_with_what_to_do()
    {
        // Short, wherever the sandbox is: one that is too long is not even tried.
        var denied = Directory.CreateDirectory($"/tmp/denied-{Path.GetFileName(sandbox.Folder)}").FullName;
        File.SetUnixFileMode(denied, ReadOnly);

        try
        {
            var ended = await EndAsync(Confined.WithoutRights(sandbox, [("TMPDIR", denied)], "list", "workloads"), 6);
            Assert.StartsWith("error: no directory for sockets: ", ended.Error, StringComparison.Ordinal);
            Assert.Contains("set TMPDIR", ended.Error, StringComparison.Ordinal);
            Assert.Empty(Directory.EnumerateFileSystemEntries(denied));
        }
        finally
        {
            Directory.Delete(denied, recursive: true);
        }
    }

    [Fault(11)]
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_temporary_folder_that_is_too_long_or_not_there_is_replaced_by_a_short_one(bool exists)
    {
        var deep = sandbox.At(Path.Combine("tmp", new string('d', 60), new string('e', 60)));
        if (exists) Directory.CreateDirectory(deep);

        using var program = Asyncload.StartIn(sandbox, [("TMPDIR", deep + "/")], "list", "workloads");

        Assert.Contains("call-chain", (await program.EndAsync()).Expect(0).Output, StringComparison.Ordinal);
        Assert.Empty(HostProcesses.All(sandbox));
        Assert.Empty(Directory.EnumerateDirectories("/tmp", string.Create(CultureInfo.InvariantCulture, $"al-{program.Id}-*")));
        Assert.Empty(Directory.Exists(deep) ? Directory.EnumerateFileSystemEntries(deep) : []);
    }

    private async Task<EndedProgram> EndAsync(RunningProgram program, int code)
    {
        using (program)
        {
            var ended = (await program.EndAsync()).Expect(code);
            Asyncload.AssertNothingIsLeft(sandbox);
            return ended;
        }
    }
}
