using System.Diagnostics;
using AsyncLoad.Harness.Platform;
using Xunit;

namespace AsyncLoad.Tests.Platform;

public sealed class SystemFilesTests
{
    // On a drive of Windows anybody may have made a folder "proc".
    [Fact]
    public void Where_the_system_has_none_nothing_is_read_and_nothing_written()
    {
        var none = new SystemFiles(null);

        Assert.False(none.Exists("proc/self"));
        Assert.Null(none.Text("proc/self/stat"));
        Assert.Empty(none.Lines("proc/self/limits"));
        Assert.Empty(none.Folders("proc"));
        Assert.False(none.Write("proc/self/comm", "name"));
    }

    [Fact]
    public void Those_of_this_machine_are_read_where_it_is_Linux()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "it is for Linux");
        Assert.True(SystemFiles.OfMachine.Exists("/proc/self"));
        Assert.NotEmpty(SystemFiles.OfMachine.Lines("proc/self/limits"));
    }

    // Of a process that has ended and was not waited for, the folder is there, and cannot be listed: so it is with one that ends meanwhile.
    [Fact]
    public async Task A_folder_that_cannot_be_listed_has_none_in_it()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "it is for Linux");
        var cancellation = TestContext.Current.CancellationToken;
#pragma warning disable RS0030 // It must have a child that it does not wait for.
        using var parent = Process.Start(new ProcessStartInfo("sh", ["-c", "sleep 0.1 & echo $!; exec sleep 301"]) { RedirectStandardOutput = true })!;
#pragma warning restore RS0030
        try
        {
            var ended = $"proc/{await parent.StandardOutput.ReadLineAsync(cancellation)}";
            while (!SystemFiles.OfMachine.Lines($"{ended}/status").Any(line => line.StartsWith("State:\tZ", StringComparison.Ordinal))) await Task.Delay(10, cancellation);
            Assert.SkipUnless(Record.Exception(() => Directory.GetDirectories($"/{ended}/net")) is IOException, "this kernel lists it");

            Assert.True(SystemFiles.OfMachine.Exists($"{ended}/net"));
            Assert.Empty(SystemFiles.OfMachine.Folders($"{ended}/net"));
        }
        finally
        {
            parent.Kill();
        }
    }
}
