using AsyncLoad.Harness.Platform;
using Xunit;

namespace AsyncLoad.Tests.Platform;

/// <summary>What room a folder has that is still to be made.</summary>
public sealed class FreeDiskTests
{
    [Fact]
    public void A_folder_that_is_not_there_has_the_room_of_the_one_that_it_will_be_in() =>
        Assert.InRange(FreeDisk.For(Path.Combine(Path.GetTempPath(), "not", "there"))!.Value.Bytes, 1, long.MaxValue);

    [Fact]
    public void A_file_system_that_holds_no_files_of_users_is_not_called_full()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "only Linux has /proc");
        Assert.Null(FreeDisk.For("/proc/not/there"));
    }
}
