using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Gates;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Gates;

/// <summary>Limits on memory: of a side, against the baseline, and against a reference run.</summary>
public sealed class MemoryGateTests
{
    [Theory]
    [InlineData("peak", 106e6, GateState.Passed, "102 MB (98.0 MB to 106 MB over pairs), allowed 106 MB")]
    [InlineData("peak", 105e6, GateState.Inconclusive, "102 MB (98.0 MB to 106 MB over pairs), allowed 105 MB")]
    [InlineData("peak", 97e6, GateState.Failed, "102 MB (98.0 MB to 106 MB over pairs), allowed 97 MB")]
    [InlineData("retained", 40e6, GateState.Passed, "40.0 MB (40.0 MB to 40.0 MB over pairs), allowed 40 MB")]
    [InlineData("retained", 39e6, GateState.Failed, "40.0 MB (40.0 MB to 40.0 MB over pairs), allowed 39 MB")]
    [InlineData("retainedPerOperation", 0.5, GateState.Failed, "2 B/op (2 B/op to 2 B/op over pairs), allowed 0.5 B/op")]
    public void A_limit_on_a_side_is_kept_by_every_pair_or_by_none(string metric, double max, GateState state, string reason)
    {
        var gate = Gate(new GateSettings(metric, null, max, InconclusivePolicy.Fail), Six(1), null);

        Assert.Equal((state, reason), (gate.State, gate.Reason));
    }

    [Theory]
    [InlineData("peakRatio", 1.05, GateState.Passed)]
    [InlineData("peakRatio", 1.01, GateState.Failed)]
    [InlineData("retainedRatio", 1.3, GateState.Failed)]
    [InlineData("retainedRatio", 1.4, GateState.Passed)]
    public void Growth_over_the_baseline_is_limited_by_a_ratio_that_fresh_pairs_confirm(string metric, double max, GateState state) =>
        Assert.Equal(state, Gate(new GateSettings(metric, null, max, InconclusivePolicy.Fail), [.. Six(1), .. Six(7)], null).State);

    [Theory]
    [InlineData("retained", 2e6, GateState.Passed, "38.0 MB (38.0 MB to 38.0 MB over pairs) in the reference run, 40.0 MB (40.0 MB to 40.0 MB over pairs) now, 2 MB more allowed")]
    [InlineData("retained", 1e6, GateState.Failed, "38.0 MB (38.0 MB to 38.0 MB over pairs) in the reference run, 40.0 MB (40.0 MB to 40.0 MB over pairs) now, 1 MB more allowed")]
    public void A_change_is_counted_from_the_reference_run(string metric, double most, GateState state, string reason)
    {
        var gate = Gate(new GateSettings(metric, null, null, InconclusivePolicy.Fail, MaxChange: most), Six(1), Six(1, retained: 38_000_000));

        Assert.Equal((state, reason), (gate.State, gate.Reason));
    }

    [Theory]
    [InlineData("retainedRatio", 1.06, GateState.Passed)]
    [InlineData("retainedRatio", 1.04, GateState.Failed)]
    public void A_ratio_may_grow_by_a_factor_from_the_reference_run(string metric, double most, GateState state) => Assert.Equal(
        state, Gate(new GateSettings(metric, null, null, InconclusivePolicy.Fail, MaxChange: most), [.. Six(1), .. Six(7)], Six(1, retained: 38_000_000)).State);

    [Theory]
    [InlineData("peak")]
    [InlineData("retained")]
    [InlineData("retainedPerOperation")]
    [InlineData("peakRatio")]
    [InlineData("retainedRatio")]
    public void A_run_of_another_machine_decides_nothing(string metric)
    {
        var before = Run([], Six(1), null);
        before = before with { Manifest = before.Manifest with { Machine = before.Manifest.Machine with { Id = "def" } } };

        var gate = Assert.Single(Run([new GateSettings(metric, null, null, InconclusivePolicy.Fail, MaxChange: 1e9)], Six(1), before).Gates);

        Assert.Equal((GateState.Inconclusive, null), (gate.State, gate.Value));
        Assert.Equal(
            "the reference run comes from another machine (def, and this is abc), and memory depends on cores and memory of the machine: measure both versions in one run, with compare --baseline commit=… --candidate commit=HEAD",
            gate.Reason);
    }

    [Fact]
    public void Without_a_figure_nothing_is_decided_and_the_reason_is_told()
    {
        var older = SyntheticRun.Pairs(1, 1, 1, 1, 1, 1);
        Assert.Equal(
            (GateState.Inconclusive, "measured by an older version, which did not measure memory"),
            Told(Gate(new GateSettings("peak", null, 1e9, InconclusivePolicy.Fail), older, null)));
        Assert.Equal(
            (GateState.Inconclusive, "the reference run has no figure: measured by an older version, which did not measure memory"),
            Told(Gate(new GateSettings("peak", null, null, InconclusivePolicy.Fail, MaxChange: 1), Six(1), older)));
        Assert.Equal(GateOutcome.NothingBefore.Reason, Gate(new GateSettings("peak", null, null, InconclusivePolicy.Fail, MaxChange: 1), Six(1), null).Reason);
    }

    private static (GateState, string) Told(GateResult gate) => (gate.State, gate.Reason);

    private static GateResult Gate(GateSettings gate, IReadOnlyList<JournalEntry> pairs, IReadOnlyList<JournalEntry>? before)
    {
        var against = before is null ? null : Run([], before, null);
        return Assert.Single(Run([gate], pairs, against).Gates);
    }

    private static RunAnalysis Run(IReadOnlyList<GateSettings> gates, IReadOnlyList<JournalEntry> pairs, RunAnalysis? against) =>
        RunAnalyzer.Analyze(SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf(SyntheticRun.Id, gates)), pairs), SyntheticRun.Trace, against);

    // The candidate peaks at 98 to 106 MB beside 100, and retains 40 MB beside 30.
    private static JournalEntry.Pair[] Six(int first, long retained = 40_000_000) =>
    [
        .. new[] { 98, 101, 102, 102, 103, 106 }.Select((peak, index) => SyntheticRun.PairOf(
            first + index,
            SyntheticRun.Side(1_000) with { Memory = new MemoryUse(peak * 980_000L, IsSampled: false, new HeapUse(1_000_000, 30_000_000, 1_000_000)) },
            SyntheticRun.Side(1_000) with { Memory = new MemoryUse(peak * 1_000_000L, IsSampled: false, new HeapUse(retained - 2_000_000, retained, 1_000_000)) })),
    ];
}
