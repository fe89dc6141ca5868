using AsyncLoad.Analysis;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Gates;

/// <summary>Gates on how far the candidate is above the baseline of the same comparison.</summary>
public sealed class IncreaseGateTests
{
    [Theory]
    [InlineData(24, null, GateState.Passed, 24.0, "504 against 480 B/op on the baseline, 24 more allowed (and 0.05 for the runtime's own)")]
    [InlineData(23, null, GateState.Failed, 24.0, "504 against 480 B/op on the baseline, 23 more allowed (and 0.05 for the runtime's own)")]
    [InlineData(null, 5.0, GateState.Passed, 5.0, "504 against 480 B/op on the baseline, 5 % more allowed (and 0.05 for the runtime's own)")]
    [InlineData(null, 4.9, GateState.Failed, 5.0, "504 against 480 B/op on the baseline, 4.9 % more allowed (and 0.05 for the runtime's own)")]
    public void Exact_bytes_are_held_against_those_of_the_baseline(int? most, double? percent, GateState state, double value, string reason)
    {
        var gate = Held(most, percent, Exact(480), Exact(504));
        Assert.Equal((state, value, reason), (gate.State, Math.Round(gate.Value!.Value, 6), gate.Reason));
    }

    [Fact]
    public void Of_nothing_no_share_is_more_and_none_can_be_told()
    {
        Assert.Equal(GateState.Passed, Held(null, 5, Exact(0), Exact(0)).State);
        var grown = Held(null, 5, Exact(0), Exact(24));
        Assert.Equal((GateState.Failed, null), (grown.State, grown.Value));
    }

    [Theory]
    [InlineData(60, 100, 0, GateState.Passed)]
    [InlineData(120, 152, 52, GateState.Passed)]
    [InlineData(120, 152, 51, GateState.Inconclusive)]
    [InlineData(120, 152, 10, GateState.Inconclusive)]
    [InlineData(120, 152, 9, GateState.Failed)]
    public void Bytes_that_vary_pass_with_all_of_their_range_and_fail_with_none_in_the_limit(int least, int highest, int most, GateState state) =>
        Assert.Equal(state, Held(most, null, Varying(100, 110), Varying(least, highest)).State);

    [Fact]
    public void Without_a_count_nothing_is_decided_and_the_side_is_named()
    {
        Assert.Equal((GateState.Inconclusive, "candidate: no count slice was taken"), StateOf(Held(0, null, Exact(1), SyntheticRun.Side([SyntheticRun.Slice(1_000)], []))));
        Assert.Equal((GateState.Inconclusive, "baseline: no count slice was taken"), StateOf(Held(0, null, SyntheticRun.Side([SyntheticRun.Slice(1_000)], []), Exact(1))));
    }

    [Fact]
    public void An_increase_of_the_baseline_or_of_a_metric_that_has_none_decides_nothing()
    {
        Assert.Equal("an increase is the candidate's, and this variant is the baseline", Held(new GateSettings("bytesPerOperation", "await-task", null, InconclusivePolicy.Fail, MaxIncrease: 1), Exact(1), Exact(1)).Reason);
        Assert.Equal("baseline: no gate on an increase of 'beauty'", Held(new GateSettings("beauty", null, null, InconclusivePolicy.Fail, MaxIncrease: 1), Exact(1), Exact(1)).Reason);
    }

    [Theory]
    [InlineData(24, null, "above the baseline by ≤ 24 B/op")]
    [InlineData(null, 5, "above the baseline by ≤ 5.0 %")]
    public void Reports_name_the_limit(int? most, int? percent, string words) =>
        Assert.Equal(words, GateText.Limits(new GateSettings("bytesPerOperation", null, null, InconclusivePolicy.Fail, MaxIncrease: most, MaxIncreasePercent: percent)));

    private static (GateState State, string Reason) StateOf(GateResult gate) => (gate.State, gate.Reason);

    private static SideMeasurement Exact(long bytes) => SyntheticRun.Side([SyntheticRun.Slice(1_000)], [new CountSlice(1_000, bytes * 1_000, 0, 0)]);

    // Operations that suspend.
    private static SideMeasurement Varying(long least, long most) =>
        SyntheticRun.Side([SyntheticRun.Slice(1_000)], [new CountSlice(1_000, least * 1_000, 0, 1_000), new CountSlice(1_000, most * 1_000, 0, 1_000)]);

    private static GateResult Held(int? most, double? percent, SideMeasurement baseline, SideMeasurement candidate) =>
        Held(new GateSettings("bytesPerOperation", null, null, InconclusivePolicy.Fail, MaxIncrease: most, MaxIncreasePercent: percent), baseline, candidate);

    private static GateResult Held(GateSettings gate, SideMeasurement baseline, SideMeasurement candidate)
    {
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf(SyntheticRun.Id, gate));
        var pairs = Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, baseline, candidate));
        return Assert.Single(RunAnalyzer.Analyze(SyntheticRun.Evidence(plan, [.. pairs]), SyntheticRun.Trace).Gates);
    }
}
