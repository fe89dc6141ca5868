using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Diffs;
using AsyncLoad.Analysis.Gates;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Gates;

/// <summary>Which of two levels the processes of a pair draw is chance, so neither a gate nor a change is decided by pairs that drew one of them.</summary>
public sealed class LevelGateTests
{
    private static readonly double[] MostlySlow = [1.38, 1.37, 1.00, 1.38, 1.39, 1.38, 1.37, 1.01, 1.38, 1.37, 1.39, 1.38];
    private static readonly double[] MostlyFast = [1.00, 1.01, 1.38, 1.00, 0.99, 1.00, 1.01, 1.37, 1.00, 1.01, 0.99, 1.00];
    private static readonly double[] Steady = [1.00, 1.01, 0.99, 1.00, 1.00, 1.01, 0.99, 1.00, 1.00, 1.01, 0.99, 1.00];
    private static readonly double[] Fresh = [1.38, 1.37, 1.38, 1.39, 1.38, 1.37];

    [Theory]
    [InlineData(1.05, GateState.Inconclusive)]
    [InlineData(0.95, GateState.Failed)]
    [InlineData(1.5, GateState.Passed)]
    public void A_ratio_fails_where_every_pair_is_past_the_limit(double max, GateState state)
    {
        var gate = Held(new GateSettings("ratio", null, max, InconclusivePolicy.Fail), [.. MostlySlow, .. Fresh]);
        Assert.Equal(state, gate.State);
        Assert.Equal(state == GateState.Inconclusive, gate.Reason.Contains("run at one of two levels, and not every pair agrees", StringComparison.Ordinal));
    }

    [Fact]
    public void A_ratio_passes_where_every_pair_is_within_the_limit()
    {
        Assert.Equal(GateState.Inconclusive, Held(new GateSettings("ratio", null, 1.3, InconclusivePolicy.Fail), MostlyFast).State);
        Assert.Equal(GateState.Passed, Held(new GateSettings("ratio", null, 1.4, InconclusivePolicy.Fail), MostlyFast).State);
    }

    [Fact]
    public void A_gate_that_fresh_pairs_cannot_decide_asks_for_none()
    {
        var plan = Plan(new GateSettings("ratio", null, 1.05, InconclusivePolicy.Fail));
        Assert.Empty(new RunSteering(null, SyntheticRun.Machine).NextPairs(plan, SyntheticRun.Pairs(MostlySlow)));
        Assert.Equal(RatioGate.FreshPairs, new RunSteering(null, SyntheticRun.Machine).NextPairs(plan, SyntheticRun.Pairs(MostlySlow.Select(ratio => ratio * 1.1))).Count);
    }

    [Fact]
    public void A_change_is_decided_where_every_pair_shows_it()
    {
        var most = new GateSettings("ratio", null, null, InconclusivePolicy.Fail, MaxChange: 1.1);
        Assert.Contains("not every pair agrees", Held(most, [.. MostlySlow, .. Fresh], Steady).Reason, StringComparison.Ordinal);
        Assert.Contains("not every pair agrees", Held(most, [.. Steady.Select(ratio => 1.2 * ratio)], MostlySlow).Reason, StringComparison.Ordinal);
        Assert.Equal(GateState.Failed, Held(most, [.. MostlySlow.Select(ratio => 2 * ratio), .. Fresh.Select(ratio => 2 * ratio)], Steady).State);
    }

    [Fact]
    public void A_difference_of_runs_is_told_where_every_pair_shows_it()
    {
        var drawn = Diff(Steady, MostlySlow);
        Assert.True(drawn.RatioChange!.Low > 1.1);
        Assert.Equal(Change.Inconclusive, drawn.Change);
        Assert.Contains("after: processes run at one of two levels, so a change is reported only where every pair shows it.", drawn.Warnings);
        Assert.Contains("before: processes run at one of two levels, so a change is reported only where every pair shows it.", Diff(MostlySlow, Steady).Warnings);

        Assert.Equal(Change.ChangedUp, Diff(Steady, [.. MostlySlow.Select(ratio => 2 * ratio)]).Change);
        Assert.Equal(Change.ChangedDown, Diff(MostlySlow, [.. Steady.Select(ratio => ratio / 2)]).Change);
        Assert.Empty(Diff(Steady, Steady).Warnings);
    }

    private static ComparisonDiff Diff(double[] before, double[] after)
    {
        var later = Run(Plan(), after);
        return Assert.Single(RunDiffer.Of(Run(Plan(), before), later with { Manifest = later.Manifest with { Started = SyntheticRun.Noon.AddDays(1) } }).Comparisons);
    }

    private static GateResult Held(GateSettings gate, double[] ratios, double[]? before = null)
    {
        var against = before is null ? null : Run(Plan(), before);
        return Assert.Single(new GateEvaluator(Plan().Measure, against, SyntheticRun.Machine).Evaluate(Run(Plan(gate), ratios).Comparisons));
    }

    private static RunAnalysis Run(AsyncLoad.Model.Plans.Plan plan, IEnumerable<double> ratios) =>
        RunAnalyzer.AnalyzeUntraced(SyntheticRun.Evidence(plan, [.. SyntheticRun.Pairs(ratios)]));

    private static AsyncLoad.Model.Plans.Plan Plan(params IReadOnlyList<GateSettings> gates) =>
        SyntheticRun.PlanOf([MostlySlow.Length], SyntheticRun.ComparisonOf(SyntheticRun.Id, gates));
}
