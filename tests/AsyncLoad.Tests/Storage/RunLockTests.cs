using AsyncLoad.Harness.Storage;
using Xunit;

namespace AsyncLoad.Tests.Storage;

public sealed class RunLockTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-lock-").FullName;

    private string Lock => Path.Combine(folder, ".lock");

    public void Dispose()
    {
        if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
    }

    [Fact]
    public void A_folder_where_the_file_cannot_be_made_is_told()
    {
        Directory.CreateDirectory(Lock);

        Assert.StartsWith($"cannot write to {folder}: ", Assert.Throws<OutputUnwritableException>(() => RunLock.Take(folder).Dispose()).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_folder_that_is_gone_needs_no_release()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "an open file keeps its folder there");
        using (RunLock.Take(folder)) Directory.Delete(folder, recursive: true);

        Assert.False(Directory.Exists(folder));
    }

    [Fact]
    public void What_was_locked_is_closed()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "an open file is not renamed there");
        var renamed = Path.Combine(folder, "renamed");
        using (RunLock.Take(folder))
        {
            File.Move(Lock, renamed);
            Assert.Throws<IOException>(() => File.Open(renamed, FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose());
        }

        File.Open(renamed, FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose();
    }
}
