using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;
using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>A run whose pairs share processes of their baseline, killed while such a group is measured: docs/evidence/reliability.md, row 5.</summary>
[Fault(5)]
public sealed class Fault05GroupTests : IDisposable
{
    private const int Pairs = 4;

    private const string Chains = """
        {
          "name": "chains", "workload": "call-chain", "baseline": "await-task",
          "candidates": ["await-value-task", "direct-task", "direct-value-task"], "loads": ["sequential"]
        }
        """;

    private readonly Sandbox sandbox = new();

    private RunFolder Run => new(sandbox.At("run"));

    public Fault05GroupTests() => HostProcesses.Require();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_run_that_is_killed_inside_a_group_loses_the_group_in_flight_and_nothing_else()
    {
        var profile = sandbox.Write("profile.json", Profiles.FiguresOf(Pairs, Chains));
        string[] kept;
        using (var program = Asyncload.Start(sandbox, ["run", profile, "--traces", "none", "--output", "run", "--set", "measure.warmUpCap=5s", "--set", "measure.slices=40", "--set", "measure.slice=10ms"]))
        {
            // The first pairs, which are alone. On a machine that is busy one may use too much of it while it is held, and stays alone.
            await Run.HasLinesAsync(3);
            await Until.HoldsAsync(() => HostProcesses.Of(sandbox).Count >= 3, "a baseline and its candidates live");
            program.Send(HostProcesses.Signal.Kill);
            await program.EndAsync();
        }

        await Until.HoldsAsync(() => HostProcesses.Of(sandbox).Count == 0, "the measured processes have ended by themselves");
        kept = [.. File.ReadAllText(Run.At("pairs.jsonl")).Split('\n').SkipLast(1)];
        (await Asyncload.RunLeavingAsync(sandbox, "run", "--resume", "run")).Expect(0);

        Assert.Equal(kept, File.ReadAllLines(Run.At("pairs.jsonl")).Take(kept.Length));
        Assert.Equal(RunStatus.Complete, Run.Manifest.Status);
        Assert.Equal(
            Run.Manifest.Plan.Schedule.Select(pair => (pair.Comparison, pair.Index)).Concat(Run.Manifest.Plan.LoadOverhead.Select(comparison => (comparison.Id, 1))).Order(),
            Run.WholePairs.Select(pair => (pair.Comparison, pair.Index)).Order());
        // Pairs of a group are those with one number and one start, before and after.
        var groups = Run.Pairs.Where(pair => pair.Sharing is not null).GroupBy(pair => pair.Started).ToList();
        Assert.NotEmpty(groups);
        Assert.All(groups, group => Assert.Equal((group.Count(), 1), (Assert.Single(group.Select(pair => pair.Sharing).Distinct()), group.Select(pair => pair.Index).Distinct().Count())));
        Assert.All(Run.Pairs.Where(pair => pair.Index == 1), pair => Assert.Null(pair.Sharing));
        Assert.All(groups.Where(group => group.All(RunFolder.IsWhole)), group => Assert.Single(group.Select(pair => Slices(pair.Baseline)).Distinct()));
        // Each comparison has the bytes of its own variants.
        Assert.Equal([(504.0, 0.0), (504.0, 0.0), (504.0, 72.0)], Run.Results.Comparisons.Select(comparison => (Bytes(comparison.Metrics.Baseline), Bytes(comparison.Metrics.Candidate))).Order());
        (await Asyncload.RunLeavingAsync(sandbox, "run", "--resume", "run")).Expect(8);
    }

    private static string Slices(CellOutcome outcome) =>
        string.Join(' ', Assert.IsType<CellOutcome.Completed>(outcome).Measurement.Slices.Select(slice => $"{slice.Elapsed.Value}/{slice.Operations}"));

    private static double Bytes(SideResult? side) => Math.Round(side!.BytesPerOperation!.Value);
}
