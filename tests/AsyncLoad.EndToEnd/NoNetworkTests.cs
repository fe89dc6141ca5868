using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>The complete run was measured where there is no network; what is done with it needs none either.</summary>
[Collection(typeof(CompleteRunReaders))]
public sealed class NoNetworkTests(CompleteRun run) : IDisposable
{
    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task Measuring_tracing_reporting_and_analysing_need_no_network()
    {
        Assert.SkipWhen(Confined.NoNetwork is null, "the system makes no network namespace: neither unshare --net nor unshare --user --net");
        sandbox.Copy(run.Folder.Folder, "run");

        Assert.Equal(2, run.Folder.Files.Count(file => file.EndsWith(".nettrace", StringComparison.Ordinal)));
        foreach (var arguments in new string[][] { ["report", "run"], ["analyze", run.Folder.At("traces/c001-await-task-sequential-calm.nettrace"), "--output", "said.html"] })
        {
            using var program = Confined.WithoutNetwork(sandbox, [], arguments);
            (await program.EndAsync()).Expect(0);
            Asyncload.AssertNothingIsLeft(sandbox);
        }
    }
}
