using AsyncLoad.Analysis.Gates;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Gates;

public sealed class GateTests
{
    private static readonly double[] Half = [0.48, 0.49, 0.5, 0.5, 0.51, 0.52];

    [Theory]
    [InlineData(0, GateState.Passed)]
    [InlineData(50, GateState.Passed)]
    [InlineData(51, GateState.Failed)]
    [InlineData(504_000, GateState.Failed)]
    public void Nought_bytes_tolerate_a_twentieth_of_a_byte(long bytesOfThousandOperations, GateState state)
    {
        var counts = Enumerable.Repeat(new CountSlice(1_000, bytesOfThousandOperations, 0, 0), 3);
        var candidate = SyntheticRun.Arm([SyntheticRun.Slice(1_000)], counts);
        var gate = Gate("bytesPerOperation", 0, [.. Six(candidate)]);
        Assert.Equal(state, gate.State);
        Assert.Equal(bytesOfThousandOperations / 1_000.0, gate.Value);
        Assert.Equal("await-value-task", gate.Variant);
    }

    [Theory]
    [InlineData(207, GateState.Passed)]
    [InlineData(206.95, GateState.Passed)]
    [InlineData(206.9, GateState.Inconclusive)]
    [InlineData(155.3, GateState.Inconclusive)]
    [InlineData(103.6, GateState.Inconclusive)]
    [InlineData(103.5, GateState.Failed)]
    public void Bytes_that_vary_are_held_against_their_limit_with_their_whole_range(double max, GateState state)
    {
        CountSlice[] apart = [new(1_000, 207_000, 0, 1_000), new(1_000, 103_600, 0, 1_000)];
        var gate = Gate("bytesPerOperation", max, [.. Six(SyntheticRun.Arm([SyntheticRun.Slice(1_000)], apart))]);
        Assert.Equal(state, gate.State);
        Assert.Equal(155.3, gate.Value!.Value, 9);
        Assert.StartsWith("155.3 B/op (103.6 to 207), allowed", gate.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Bytes_that_disagree_or_were_not_counted_decide_nothing()
    {
        CountSlice[] apart = [new(1_000, 0, 0, 0), new(1_000, 100, 0, 0), new(1_000, 0, 0, 0)];
        var disagreeing = Gate("bytesPerOperation", 0, [.. Six(SyntheticRun.Arm([SyntheticRun.Slice(1_000)], apart))]);
        Assert.Equal(GateState.Inconclusive, disagreeing.State);
        Assert.Null(disagreeing.Value);
        Assert.Contains("disagree", disagreeing.Reason, StringComparison.Ordinal);

        var uncounted = Gate("bytesPerOperation", 0, [.. Six(SyntheticRun.Arm([SyntheticRun.Slice(1_000)], []))]);
        Assert.Equal(GateState.Inconclusive, uncounted.State);
    }

    [Theory]
    [InlineData(0.53, GateState.Passed)]
    [InlineData(0.50, GateState.Inconclusive)]
    [InlineData(0.47, GateState.Failed)]
    public void A_ratio_fails_only_when_its_whole_interval_is_past_the_limit(double max, GateState state)
    {
        Assert.Equal(state, Gate("ratio", max, [.. SyntheticRun.Pairs(Half)]).State);
        Assert.Equal(state, Gate("cpuRatio", max, [.. SyntheticRun.Pairs(Half)]).State);
    }

    [Fact]
    public void Too_few_pairs_for_a_ratio_decide_nothing()
    {
        var gate = Gate("ratio", 2, [.. SyntheticRun.Pairs(0.5, 0.5)]);
        Assert.Equal(GateState.Inconclusive, gate.State);
        Assert.Contains("2 completed pairs", gate.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("bytesPerOperation")]
    [InlineData("ratio")]
    [InlineData("cpuRatio")]
    [InlineData("pauseShare")]
    [InlineData("eventsLost")]
    public void A_cell_that_crashed_or_never_ran_passes_nothing(string metric)
    {
        var unmeasured = Gate(metric, double.MaxValue, []);
        Assert.Equal((GateState.Broken, null), (unmeasured.State, unmeasured.Value));

        var dropped = Gate(metric, double.MaxValue, [.. SyntheticRun.Pairs(Half), SyntheticRun.CrashedPair(7), SyntheticRun.CrashedPair(7)]);
        Assert.Equal((GateState.Broken, null), (dropped.State, dropped.Value));
        Assert.Contains("SIGSEGV", dropped.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0.2, GateState.Passed)]
    [InlineData(0.1, GateState.Failed)]
    public void A_share_of_pauses_is_held_against_its_limit(double max, GateState state)
    {
        var candidate = SyntheticRun.Arm(Enumerable.Repeat(SyntheticRun.Slice(1_000, gen0: 5, pauseNs: 1_500_000), 4), []);
        var gate = Gate("pauseShare", max, [.. Six(candidate)]);
        Assert.Equal(state, gate.State);
        Assert.Equal(0.15, gate.Value!.Value, 12);
    }

    [Fact]
    public void Too_few_collections_decide_nothing_about_pauses()
    {
        var candidate = SyntheticRun.Arm([SyntheticRun.Slice(1_000, gen0: 1, pauseNs: 1_500_000, allocated: 504_000)], []);
        Assert.Equal(GateState.Inconclusive, Gate("pauseShare", 1, [.. Six(candidate)]).State);
    }

    [Theory]
    [InlineData(0, false, null, GateState.Passed)]
    [InlineData(3, false, null, GateState.Failed)]
    [InlineData(-1, false, null, GateState.Inconclusive)]
    [InlineData(0, true, null, GateState.Inconclusive)]
    [InlineData(0, false, "no header", GateState.Broken)]
    public void Lost_events_are_held_against_the_trace(long lost, bool truncated, string? problem, GateState state)
    {
        var comparison = SyntheticRun.AnalyzeGated([new GateSettings("eventsLost", null, 0, InconclusivePolicy.Fail)], SyntheticRun.Pairs(Half));
        var trace = SyntheticRun.Trace(SyntheticRun.TracedRun(new CellOutcome.Stopped(""))) with { EventsLost = lost, Truncated = truncated, Problem = problem };
        var traced = comparison with { Traces = new(null, trace) };
        Assert.Equal(state, Assert.Single(GateEvaluator.Evaluate([traced])).State);
    }

    [Fact]
    public void A_trace_that_was_not_asked_for_decides_nothing_and_one_that_crashed_is_broken()
    {
        Assert.Equal(GateState.Inconclusive, Gate("eventsLost", 0, [.. SyntheticRun.Pairs(Half)]).State);
        var crashed = SyntheticRun.TracedRun(new CellOutcome.Crashed("slice", 134, null, null, ""), file: null);
        var gate = Gate("eventsLost", 0, [.. SyntheticRun.Pairs(Half), crashed]);
        Assert.Equal(GateState.Broken, gate.State);
        Assert.Contains("exit code 134", gate.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void A_gate_is_about_the_arm_it_names_and_only_where_that_arm_is()
    {
        var pairs = Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, SyntheticRun.Arm(1_000, 504), SyntheticRun.Arm(1_000))).ToList();
        GateSettings[] gates = [.. new[] { "await-task", "await-value-task", "another" }.Select(variant => new GateSettings("bytesPerOperation", variant, 0, InconclusivePolicy.Warn))];
        var results = GateEvaluator.Evaluate([SyntheticRun.AnalyzeGated(gates, pairs)]);
        Assert.Equal([("await-task", GateState.Failed), ("await-value-task", GateState.Passed)], results.Select(result => (result.Variant, result.State)));
        Assert.All(results, result => Assert.Equal(InconclusivePolicy.Warn, result.OnInconclusive));
    }

    [Fact]
    public void A_ratio_of_the_baseline_and_a_metric_that_is_none_decide_nothing()
    {
        GateSettings[] gates = [new("ratio", "await-task", 2, InconclusivePolicy.Fail), new("beauty", null, 2, InconclusivePolicy.Fail)];
        var results = GateEvaluator.Evaluate([SyntheticRun.AnalyzeGated(gates, SyntheticRun.Pairs(Half))]);
        Assert.Equal([GateState.Inconclusive, GateState.Inconclusive], results.Select(result => result.State));
    }

    private static IEnumerable<JournalEntry> Six(ArmMeasurement candidate) =>
        Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, SyntheticRun.Arm(1_000), candidate));

    private static GateResult Gate(string metric, double max, IReadOnlyList<JournalEntry> journal) =>
        Assert.Single(GateEvaluator.Evaluate([SyntheticRun.AnalyzeGated([new GateSettings(metric, null, max, InconclusivePolicy.Fail)], journal)]));
}
