using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>Processes whose start goes wrong while somebody else talks to them.</summary>
public sealed class ChildProcessTests
{
    [Fault(1)]
    [Fact]
    public async Task A_process_that_dies_is_told_with_its_last_words_though_the_talk_breaks_off_first()
    {
        // One megabyte: no room for a heap.
        var failure = await Assert.ThrowsAsync<ChildFailedException>(() => StartAsync(("DOTNET_GCHeapHardLimit", "100000")));

        var crashed = Assert.IsType<CellOutcome.Crashed>(failure.Outcome);
        Assert.Equal("start", crashed.During);
        Assert.Contains(CellProcess.NoHeap, crashed.StandardError, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_talk_that_breaks_off_with_a_process_that_lives_is_told_as_such() =>
        Assert.Equal("broken on purpose", (await Assert.ThrowsAsync<IOException>(() => StartAsync())).Message);

    private static async Task StartAsync(params (string Name, string Value)[] variables)
    {
        using var sockets = PrivateDirectory.Create();
        var environment = HostEnvironment.Bare([]);
        foreach (var (name, value) in variables) environment[name] = value;
        await using var child = await ChildProcess.StartAsync(
            HostLaunch.Plain, environment, new ChildScope(sockets, TestContext.Current.CancellationToken), () => Task.FromException(new IOException("broken on purpose")));
    }
}
