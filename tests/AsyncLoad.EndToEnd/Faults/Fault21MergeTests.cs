using AsyncLoad.Model.Runs;
using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>Shards of a profile joined into one run folder: docs/evidence/reliability.md, row 21.</summary>
[Fault(21)]
public sealed class Fault21MergeTests(Shards shards) : IClassFixture<Shards>, IDisposable
{
    private readonly Sandbox sandbox = new();

    private RunFolder Whole => new(sandbox.At("whole"));

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task Shards_join_into_a_run_folder_like_any_other()
    {
        sandbox.Copy(shards.First, "shard-1");
        sandbox.Copy(shards.Second, "shard-2");

        var missing = (await Asyncload.RunAsync(sandbox, "merge", "shard-2", "--output", "half")).Expect(7);
        Assert.Equal(2, missing.Error.Split('\n').Count(line => line.StartsWith("missing: chains/", StringComparison.Ordinal)));
        Assert.Equal(RunStatus.Interrupted, new RunFolder(sandbox.At("half")).Manifest.Status);

        (await Asyncload.RunAsync(sandbox, "merge", "shard-2", "shard-1", "--output", "whole")).Expect(0);

        Assert.Equal(RunStatus.Complete, Whole.Manifest.Status);
        Assert.Equal(new RunFolder(sandbox.At("shard-1")).Manifest.Plan.Shard!.All, Whole.Results.Comparisons.Select(comparison => comparison.Id));
        Assert.All(Whole.Results.Comparisons, comparison => Assert.NotNull(comparison.Metrics.Candidate));
        Assert.Equal(4, Whole.Results.Gates.Count);
        Assert.Equal(8, Whole.Files.Count(file => file.EndsWith(".nettrace", StringComparison.Ordinal)));
        // What a load costs is told once, though both shards have measured it.
        Assert.Equal(new[] { "shard-1", "shard-2" }.SelectMany(shard => new RunFolder(sandbox.At(shard)).Results.LoadOverhead.Keys).Distinct().Order(), Whole.Results.LoadOverhead.Keys.Order());
        Assert.Equal(2, Whole.Manifest.Plan.LoadOverhead.Count);
        (await Asyncload.RunAsync(sandbox, "report", "whole")).Expect(0);
        (await Asyncload.RunAsync(sandbox, "diff", "shard-1", "whole")).Expect(0);
    }

    [Fact]
    public async Task Runs_that_are_not_one_are_refused_with_every_reason()
    {
        sandbox.Copy(shards.First, "shard");
        sandbox.Copy(shards.First, "again");
        var profile = sandbox.Write("await.json", Profiles.FiguresOf(1, Profiles.AwaitPair));
        (await Asyncload.RunAsync(sandbox, "run", profile, "--traces", "none", "--output", "other")).Expect(0);

        var twice = (await Asyncload.RunAsync(sandbox, "merge", "shard", "again", "--output", "whole")).Expect(4);
        Assert.Contains("shard and again both hold chains/", twice.Error, StringComparison.Ordinal);
        var foreign = (await Asyncload.RunAsync(sandbox, "merge", "shard", "other", "--output", "whole")).Expect(4);
        Assert.Contains("other has another profile than shard", foreign.Error, StringComparison.Ordinal);
        Assert.Contains("other is a whole run, shard shard 1/2", foreign.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(sandbox.At("whole")));
    }

    [Fact]
    public async Task A_shard_beyond_the_last_comparison_runs_nothing()
    {
        var profile = sandbox.Write("await.json", Profiles.Of(Profiles.AwaitPair));
        var ended = (await Asyncload.RunAsync(sandbox, "run", profile, "--shard", "2/2")).Expect(8);
        Assert.Contains("shard 2/2 is empty", ended.Error, StringComparison.Ordinal);
        (await Asyncload.RunAsync(sandbox, "plan", profile, "--shard", "3/2")).Expect(4);
    }
}

/// <summary>A profile of four comparisons in two shards.</summary>
public sealed class Shards : IAsyncLifetime
{
    private const string Four = """
        {
          "name": "chains", "workload": "call-chain", "parameters": { "deep": [true, false], "result": ["string"] }, "baseline": "await-task", "candidates": ["await-value-task"],
          "loads": ["sequential", "parallelFor"], "gates": [{ "metric": "bytesPerOperation", "max": 0, "onInconclusive": "warn" }]
        }
        """;

    private readonly Sandbox sandbox = new();

    /// <summary>The run folder of the first.</summary>
    internal string First => sandbox.At("1");

    /// <summary>The run folder of the second.</summary>
    internal string Second => sandbox.At("2");

    public async ValueTask InitializeAsync()
    {
        var profile = sandbox.Write("four.json", Profiles.FiguresOf(1, Four));
        foreach (var shard in new[] { "1", "2" })
            (await Asyncload.RunAsync(sandbox, "run", profile, "--shard", $"{shard}/2", "--traces", "all", "--output", shard)).Expect(0);
    }

    public ValueTask DisposeAsync()
    {
        sandbox.Dispose();
        return ValueTask.CompletedTask;
    }
}
