using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Gates;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Gates;

/// <summary>Gates on how far the candidate is above the baseline of the same comparison.</summary>
public sealed class IncreaseGateTests
{
    [Theory]
    [InlineData(24, null, GateState.Passed, 24.0, "504 against 480 B/op on the baseline, 24 B/op more allowed (and 0.05 for the runtime's own)")]
    [InlineData(23, null, GateState.Failed, 24.0, "504 against 480 B/op on the baseline, 23 B/op more allowed (and 0.05 for the runtime's own)")]
    [InlineData(null, 5.0, GateState.Passed, 5.0, "504 against 480 B/op on the baseline, 5 % more allowed (and 0.05 for the runtime's own)")]
    [InlineData(null, 4.9, GateState.Failed, 5.0, "504 against 480 B/op on the baseline, 4.9 % more allowed (and 0.05 for the runtime's own)")]
    [InlineData(-8, null, GateState.Failed, 24.0, "504 against 480 B/op on the baseline, 8 B/op less asked for (and 0.05 for the runtime's own)")]
    public void Exact_bytes_are_held_against_those_of_the_baseline(int? most, double? percent, GateState state, double value, string reason)
    {
        var gate = Held(most, percent, Exact(480), Exact(504));
        Assert.Equal((state, value, reason), (gate.State, Math.Round(gate.Value!.Value, 6), gate.Reason));
    }

    [Theory]
    [InlineData(-24, null, GateState.Passed, -24.0, "480 against 504 B/op on the baseline, 24 B/op less asked for (and 0.05 for the runtime's own)")]
    [InlineData(-25, null, GateState.Failed, -24.0, "480 against 504 B/op on the baseline, 25 B/op less asked for (and 0.05 for the runtime's own)")]
    [InlineData(null, -4.7, GateState.Passed, -4.761905, "480 against 504 B/op on the baseline, 4.7 % less asked for (and 0.05 for the runtime's own)")]
    [InlineData(null, -5.0, GateState.Failed, -4.761905, "480 against 504 B/op on the baseline, 5 % less asked for (and 0.05 for the runtime's own)")]
    public void A_limit_below_0_asks_for_a_saving(int? most, double? percent, GateState state, double value, string reason)
    {
        var gate = Held(most, percent, Exact(504), Exact(480));
        Assert.Equal((state, value, reason), (gate.State, Math.Round(gate.Value!.Value, 6), gate.Reason));
    }

    // The baseline is between 96.0 and 104 MB, the candidate between 98.0 and 106 MB.
    [Theory]
    [InlineData("peak", 11e6, GateState.Passed, "102 MB (98.0 MB to 106 MB over pairs) against 100 MB (96.0 MB to 104 MB over pairs) on the baseline, 11 MB more allowed")]
    [InlineData("peak", 2e6, GateState.Inconclusive, "102 MB (98.0 MB to 106 MB over pairs) against 100 MB (96.0 MB to 104 MB over pairs) on the baseline, 2 MB more allowed")]
    [InlineData("peak", -7e6, GateState.Failed, "102 MB (98.0 MB to 106 MB over pairs) against 100 MB (96.0 MB to 104 MB over pairs) on the baseline, 7 MB less asked for")]
    [InlineData("retained", 10e6, GateState.Passed, "40.0 MB (40.0 MB to 40.0 MB over pairs) against 30.0 MB (30.0 MB to 30.0 MB over pairs) on the baseline, 10 MB more allowed")]
    [InlineData("retained", 9e6, GateState.Failed, "40.0 MB (40.0 MB to 40.0 MB over pairs) against 30.0 MB (30.0 MB to 30.0 MB over pairs) on the baseline, 9 MB more allowed")]
    [InlineData("retainedPerOperation", 1, GateState.Failed, "12 B/op (12 B/op to 12 B/op over pairs) against 2 B/op (2 B/op to 2 B/op over pairs) on the baseline, 1 B/op more allowed")]
    public void Memory_is_held_against_that_of_the_baseline_by_the_ranges_of_both(string metric, double most, GateState state, string reason)
    {
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf(SyntheticRun.Id, new GateSettings(metric, null, null, InconclusivePolicy.Fail, MaxIncrease: most)));
        var pairs = new[] { 98, 101, 102, 102, 103, 106 }.Select((peak, index) => SyntheticRun.PairOf(
            index + 1, Holding(peak - 2, 30_000_000), Holding(peak, 40_000_000)));
        var gate = Assert.Single(RunAnalyzer.Analyze(SyntheticRun.Evidence(plan, [.. pairs]), SyntheticRun.Trace).Gates);
        Assert.Equal((state, reason), StateOf(gate));
    }

    [Fact]
    public void Without_memory_nothing_is_decided_and_the_side_is_named() => Assert.Equal(
        "baseline: measured by an older version, which did not measure memory",
        Held(new GateSettings("peak", null, null, InconclusivePolicy.Fail, MaxIncrease: 1), Exact(1), Exact(1)).Reason);

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
        Assert.Equal("an increase belongs to the candidate, and this variant is the baseline: name the candidate", Held(new GateSettings("bytesPerOperation", "await-task", null, InconclusivePolicy.Fail, MaxIncrease: 1), Exact(1), Exact(1)).Reason);
        Assert.Equal("baseline: there is no gate on an increase of 'beauty'", Held(new GateSettings("beauty", null, null, InconclusivePolicy.Fail, MaxIncrease: 1), Exact(1), Exact(1)).Reason);
    }

    [Theory]
    [InlineData(24, null, "above the baseline by ≤ 24 B/op")]
    [InlineData(-8, null, "below the baseline by ≥ 8 B/op")]
    [InlineData(null, -5, "below the baseline by ≥ 5 %")]
    [InlineData(null, 5, "above the baseline by ≤ 5 %")]
    public void Reports_name_the_limit(int? most, int? percent, string words) =>
        Assert.Equal(words, GateText.Limits(new GateSettings("bytesPerOperation", null, null, InconclusivePolicy.Fail, MaxIncrease: most, MaxIncreasePercent: percent)));

    private static (GateState State, string Reason) StateOf(GateResult gate) => (gate.State, gate.Reason);

    private static SideMeasurement Exact(long bytes) => SyntheticRun.Side([SyntheticRun.Slice(1_000)], [new CountSlice(1_000, bytes * 1_000, 0, 0)]);

    private static SideMeasurement Holding(int peak, long retained) =>
        SyntheticRun.Side(1_000) with { Memory = new MemoryUse(peak * 1_000_000L, IsSampled: false, new HeapUse(28_000_000, retained, 1_000_000)) };

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
