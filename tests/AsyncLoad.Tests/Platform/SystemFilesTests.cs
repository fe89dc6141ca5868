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
}
