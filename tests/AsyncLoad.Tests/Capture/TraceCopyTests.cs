using System.IO.Pipelines;
using AsyncLoad.Harness.Capture;
using Xunit;

namespace AsyncLoad.Tests.Capture;

public sealed class TraceCopyTests
{
    [Fact]
    public async Task What_the_disk_refused_is_told_though_the_run_ends_meanwhile()
    {
        using var end = new CancellationTokenSource();
        var nowhere = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName(), "a.nettrace");
        var copying = TraceCapture.CopyAsync(new Pipe().Reader.AsStream(), nowhere, end.Token);
        Assert.False(copying.IsCompleted);
        await end.CancelAsync();

        await Assert.ThrowsAsync<DirectoryNotFoundException>(() => copying);
    }
}
