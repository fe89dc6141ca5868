using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Steering;

public sealed class RunSteeringTests
{
    private static readonly double[] Half = [0.48, 0.49, 0.5, 0.5, 0.51, 0.52];

    [Fact]
    public void A_gate_that_would_fail_asks_for_fresh_pairs_once_the_comparison_has_settled()
    {
        var plan = Gated(new GateSettings("ratio", null, 0.4, InconclusivePolicy.Fail));
        Assert.Equal([1, 2, 3, 4, 5, 6], Due(plan, []));
        Assert.Equal([7, 8, 9, 10, 11, 12], Due(plan, SyntheticRun.Pairs(Half)));
        Assert.Equal([9, 10, 11, 12], Due(plan, SyntheticRun.Pairs([.. Half, 0.5, 0.5])));
        Assert.Empty(Due(plan, SyntheticRun.Pairs([.. Half, .. Half])));
    }

    [Theory]
    [InlineData("ratio", 0.5)]
    [InlineData("ratio", 1)]
    [InlineData("bytesPerOperation", 0)]
    public void A_gate_that_holds_is_undecided_or_is_exact_asks_for_nothing(string metric, double max) =>
        Assert.Empty(Due(Gated(new GateSettings(metric, null, max, InconclusivePolicy.Fail)), SyntheticRun.Pairs(Half)));

    [Fact]
    public void A_ratio_that_grew_too_far_asks_too_and_needs_the_earlier_run()
    {
        var plan = Gated(new GateSettings("ratio", null, null, InconclusivePolicy.Fail, MaxChange: 1.1));
        var grown = SyntheticRun.Pairs(Half.Select(ratio => ratio * 1.5));
        Assert.Empty(Due(plan, grown));
        var before = RunAnalyzer.Analyze(SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()), SyntheticRun.Pairs(Half)), SyntheticRun.Trace);
        Assert.Equal([7, 8, 9, 10, 11, 12], Due(plan, grown, before));
    }

    [Fact]
    public void A_dropped_comparison_is_not_confirmed() =>
        Assert.Empty(Due(
            Gated(new GateSettings("ratio", null, 0.4, InconclusivePolicy.Fail)),
            [.. SyntheticRun.Pairs(Half), SyntheticRun.CrashedPair(7), SyntheticRun.CrashedPair(7)]));

    private static Plan Gated(GateSettings gate) => SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf(SyntheticRun.Id, gate));

    private static IEnumerable<int> Due(Plan plan, IReadOnlyList<JournalEntry.Pair> soFar, RunAnalysis? against = null) =>
        new RunSteering(against, SyntheticRun.Machine).NextPairs(plan, soFar).Select(pair => pair.Index);
}
