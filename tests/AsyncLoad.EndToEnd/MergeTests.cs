using AsyncLoad.Model.Runs;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Shards of a profile joined into one run folder: faults.md, row 21.</summary>
public sealed class MergeTests : IDisposable
{
    private const string Four = """
        {
          "name": "chains", "workload": "call-chain", "parameters": { "deep": [true, false], "result": ["string"] }, "baseline": "await-task", "candidates": ["await-value-task"],
          "loads": ["sequential", "parallelFor"], "gates": [{ "metric": "bytesPerOperation", "max": 0, "onInconclusive": "warn" }]
        }
        """;

    private readonly Sandbox sandbox = new();

    private RunFolder Whole => new(sandbox.At("whole"));

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task Shards_join_into_a_run_folder_like_any_other()
    {
        var profile = sandbox.Write("four.json", Profiles.Of(Four));
        foreach (var shard in new[] { "1/2", "2/2" })
            (await Asyncload.RunAsync(sandbox, "run", profile, "--shard", shard, "--traces", "all", "--output", $"shard-{shard[0]}")).Expect(0);

        var missing = (await Asyncload.RunAsync(sandbox, "merge", "shard-2", "--output", "half")).Expect(7);
        Assert.Equal(2, missing.Error.Split('\n').Count(line => line.StartsWith("missing: chains/", StringComparison.Ordinal)));
        Assert.Equal(RunStatus.Interrupted, new RunFolder(sandbox.At("half")).Manifest.Status);

        (await Asyncload.RunAsync(sandbox, "merge", "shard-2", "shard-1", "--output", "whole")).Expect(0);

        Assert.Equal(RunStatus.Complete, Whole.Manifest.Status);
        Assert.Equal(new RunFolder(sandbox.At("shard-1")).Manifest.Plan.Shard!.All, Whole.Results.Comparisons.Select(comparison => comparison.Id));
        Assert.All(Whole.Results.Comparisons, comparison => Assert.Equal(6, comparison.Ratio!.Pairs));
        Assert.Equal(4, Whole.Results.Gates.Count);
        Assert.Equal(8, Whole.Files.Count(file => file.EndsWith(".nettrace", StringComparison.Ordinal)));
        // What a load costs is told once, though both shards have measured it.
        Assert.Equal(new[] { "shard-1", "shard-2" }.SelectMany(shard => new RunFolder(sandbox.At(shard)).Results.SelfCost.Keys).Distinct().Order(), Whole.Results.SelfCost.Keys.Order());
        Assert.Equal(2, Whole.Manifest.Plan.SelfCost.Count);
        (await Asyncload.RunAsync(sandbox, "report", "whole")).Expect(0);
        (await Asyncload.RunAsync(sandbox, "diff", "shard-1", "whole")).Expect(0);
    }

    [Fact]
    public async Task Runs_that_are_not_one_are_refused_with_every_reason()
    {
        var profile = sandbox.Write("four.json", Profiles.Of(Four));
        (await Asyncload.RunAsync(sandbox, "run", profile, "--shard", "1/2", "--traces", "none", "--output", "shard")).Expect(0);
        sandbox.Copy(sandbox.At("shard"), "again");
        var other = sandbox.Write("other.json", Profiles.Of(Profiles.AwaitPair));
        (await Asyncload.RunAsync(sandbox, "run", other, "--traces", "none", "--output", "other")).Expect(0);

        var twice = (await Asyncload.RunAsync(sandbox, "merge", "shard", "again", "--output", "whole")).Expect(4);
        Assert.Contains("shard and again both hold chains/", twice.Error, StringComparison.Ordinal);
        var foreign = (await Asyncload.RunAsync(sandbox, "merge", "shard", "other", "--output", "whole")).Expect(4);
        Assert.Contains("other is of another profile than shard", foreign.Error, StringComparison.Ordinal);
        Assert.Contains("other is a whole run, shard shard 1/2", foreign.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(sandbox.At("whole")));
    }

    [Fact]
    public async Task Times_of_two_machines_stay_two_rows()
    {
        var profile = sandbox.Write("await.json", Profiles.Of(Profiles.AwaitPair));
        foreach (var folder in new[] { "one", "two" })
            (await Asyncload.RunAsync(sandbox, "run", profile, "--traces", "none", "--output", folder)).Expect(0);
        var manifest = new RunFolder(sandbox.At("two"));
        await File.WriteAllTextAsync(
            manifest.At("manifest.json"),
            manifest.Text("manifest.json").Replace($"\"id\": \"{manifest.Manifest.Machine.Id}\"", "\"id\": \"other\"", StringComparison.Ordinal),
            TestContext.Current.CancellationToken);

        (await Asyncload.RunAsync(sandbox, "merge", "one", "two", "--output", "whole")).Expect(0);

        Assert.Equal(2, Whole.Results.Comparisons.Count);
        Assert.EndsWith("@other", Whole.Results.Comparisons[1].Id, StringComparison.Ordinal);
        Assert.All(Whole.Results.Comparisons, comparison => Assert.Equal(6, comparison.Ratio!.Pairs));
        Assert.Contains("Machine by machine", Whole.Text("report.md"), StringComparison.Ordinal);
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
