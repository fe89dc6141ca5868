using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Gates;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Units;
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
        var candidate = SyntheticRun.Side([SyntheticRun.Slice(1_000)], counts);
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
        var gate = Gate("bytesPerOperation", max, [.. Six(SyntheticRun.Side([SyntheticRun.Slice(1_000)], apart))]);
        Assert.Equal(state, gate.State);
        Assert.Equal(155.3, gate.Value!.Value, 9);
        Assert.StartsWith("155.3 B/op (103.6 to 207), allowed", gate.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Bytes_that_disagree_or_were_not_counted_decide_nothing()
    {
        CountSlice[] apart = [new(1_000, 0, 0, 0), new(1_000, 100, 0, 0), new(1_000, 0, 0, 0)];
        var disagreeing = Gate("bytesPerOperation", 0, [.. Six(SyntheticRun.Side([SyntheticRun.Slice(1_000)], apart))]);
        Assert.Equal(GateState.Inconclusive, disagreeing.State);
        Assert.Null(disagreeing.Value);
        Assert.Contains("disagree", disagreeing.Reason, StringComparison.Ordinal);

        var uncounted = Gate("bytesPerOperation", 0, [.. Six(SyntheticRun.Side([SyntheticRun.Slice(1_000)], []))]);
        Assert.Equal(GateState.Inconclusive, uncounted.State);
    }

    [Theory]
    [InlineData(0.53, GateState.Passed)]
    [InlineData(0.50, GateState.Inconclusive)]
    [InlineData(0.47, GateState.Failed)]
    public void A_ratio_fails_only_when_its_whole_interval_is_past_the_limit_twice(double max, GateState state)
    {
        Assert.Equal(state, Gate("ratio", max, [.. SyntheticRun.Pairs([.. Half, .. Half])]).State);
        Assert.Equal(state, Gate("cpuRatio", max, [.. SyntheticRun.Pairs([.. Half, .. Half])]).State);
    }

    [Fact]
    public void A_ratio_that_fresh_pairs_do_not_confirm_fails_nothing()
    {
        var unconfirmed = Gate("ratio", 0.47, [.. SyntheticRun.Pairs([.. Half, 0.46, 0.45, 0.46, 0.48, 0.46, 0.45])]);
        Assert.Equal((GateState.Inconclusive, 0.5), (unconfirmed.State, Math.Round(unconfirmed.Value!.Value, 2)));
        Assert.Contains("6 fresh pairs do not", unconfirmed.Reason, StringComparison.Ordinal);

        var cutShort = Gate("ratio", 0.47, [.. SyntheticRun.Pairs([.. Half, 0.5, 0.5])]);
        Assert.Equal(GateState.Inconclusive, cutShort.State);
        Assert.Contains("takes 6 fresh pairs that agree, and 2 were measured", cutShort.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Fresh_pairs_have_no_part_in_the_ratio_that_they_confirm()
    {
        var confirmed = SyntheticRun.AnalyzeGated([new GateSettings("ratio", null, 0.47, InconclusivePolicy.Fail)], SyntheticRun.Pairs([.. Half, 2, 2, 2, 2, 2, 2]));
        Assert.Equal((6, 6), (confirmed.Ratio.Value!.Pairs, confirmed.Fresh.Count));
        Assert.InRange(confirmed.Ratio.Value.High, 0.5, 0.53);
    }

    [Theory]
    [InlineData(504, GateState.Passed)]
    [InlineData(503, GateState.Failed)]
    [InlineData(505, GateState.Failed)]
    public void Bytes_may_be_asked_for_exactly(double exactly, GateState state) => Assert.Equal(
        state,
        Held(new GateSettings("bytesPerOperation", null, exactly, InconclusivePolicy.Fail, Min: exactly), [.. Six(SyntheticRun.Side(1_000, 504))]).State);

    [Theory]
    [InlineData(504, 0, GateState.Passed)]
    [InlineData(512, 0, GateState.Failed)]
    [InlineData(512, 8, GateState.Passed)]
    [InlineData(72, 0, GateState.Passed)]
    public void Bytes_may_grow_by_so_much_since_an_earlier_run(long now, double most, GateState state)
    {
        var gate = new GateSettings("bytesPerOperation", null, null, InconclusivePolicy.Fail, MaxChange: most);
        var result = Held(gate, [.. Six(SyntheticRun.Side(1_000, now))], SyntheticRun.Pairs(Half).Select(_ => SyntheticRun.PairOf(_.Index, SyntheticRun.Side(1_000), SyntheticRun.Side(1_000, 504))));
        Assert.Equal((state, now - 504.0), (result.State, Math.Round(result.Value!.Value, 9)));
        Assert.Equal(most, result.MaxChange);
    }

    [Theory]
    [InlineData(1.05, GateState.Failed)]
    [InlineData(1.2, GateState.Passed)]
    [InlineData(1.1, GateState.Inconclusive)]
    public void A_ratio_may_grow_by_such_a_factor_since_an_earlier_run(double most, GateState state)
    {
        var gate = new GateSettings("ratio", null, null, InconclusivePolicy.Fail, MaxChange: most);
        var grown = Half.Select(ratio => ratio * 1.1).ToList();
        Assert.Equal(state, Held(gate, SyntheticRun.Pairs([.. grown, .. grown]), SyntheticRun.Pairs([.. Half, .. Half, .. Half])).State);
    }

    [Fact]
    public void A_change_from_no_run_decides_nothing()
    {
        foreach (var metric in new[] { "bytesPerOperation", "ratio" })
        {
            var gate = Held(new GateSettings(metric, null, null, InconclusivePolicy.Fail, MaxChange: 1), SyntheticRun.Pairs(Half));
            Assert.Equal(GateState.Inconclusive, gate.State);
            Assert.Contains("--against", gate.Reason, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData(0.9, GateState.Passed)]
    [InlineData(0.95, GateState.Inconclusive)]
    [InlineData(0.99, GateState.Failed)]
    public void A_pool_hit_rate_has_a_floor(double min, GateState state)
    {
        var comparison = SyntheticRun.AnalyzeGated([new GateSettings("poolHitRate", null, null, InconclusivePolicy.Fail, Min: min)], SyntheticRun.Pairs(Half));
        var pooled = comparison.WithCandidate(side => side with { Pool = new PoolHitRate(0.95, 0.92, 0.97, 5, 100) });
        var result = Assert.Single(new GateEvaluator(MeasureSettings.Default, null, SyntheticRun.Machine).Evaluate([pooled]));
        Assert.Equal((state, null, min), (result.State, result.Max, result.Min));
        Assert.Equal(GateState.Inconclusive, Assert.Single(new GateEvaluator(MeasureSettings.Default, null, SyntheticRun.Machine).Evaluate([comparison])).State);
    }

    [Theory]
    [InlineData(2_000, GateState.Passed)]
    [InlineData(1_500, GateState.Inconclusive)]
    [InlineData(900, GateState.Failed)]
    public void A_latency_is_held_against_its_limit_with_the_range_over_pairs(double max, GateState state)
    {
        var comparison = SyntheticRun.AnalyzeGated([new GateSettings("latencyNs.p99", null, max, InconclusivePolicy.Fail)], SyntheticRun.Pairs(Half));
        var counts = new long[Latencies.IndexOf(1_200) + 1];
        counts[^1] = 3;
        var latencies = Latencies.Of(counts, new Nanoseconds(1_200), new Nanoseconds(3_600));
        var timed = comparison.WithLatencies(null, new SideLatency(latencies, latencies, Latencies.None, Latencies.None, null, [new Nanoseconds(1_000), new Nanoseconds(1_800)]));
        Assert.Equal(state, Assert.Single(new GateEvaluator(MeasureSettings.Default, null, SyntheticRun.Machine).Evaluate([timed])).State);
        Assert.Equal(GateState.Inconclusive, Assert.Single(new GateEvaluator(MeasureSettings.Default, null, SyntheticRun.Machine).Evaluate([comparison])).State);
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
        Assert.Equal((GateState.Inconclusive, null), (unmeasured.State, unmeasured.Value));
        Assert.Equal("no pair was completed", unmeasured.Reason);

        var dropped = Gate(metric, double.MaxValue, [.. SyntheticRun.Pairs(Half), SyntheticRun.CrashedPair(7), SyntheticRun.CrashedPair(7)]);
        Assert.Equal((GateState.Broken, null), (dropped.State, dropped.Value));
        Assert.Contains("SIGSEGV", dropped.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0.2, GateState.Passed)]
    [InlineData(0.1, GateState.Failed)]
    public void A_share_of_pauses_is_held_against_its_limit(double max, GateState state)
    {
        var candidate = SyntheticRun.Side(Enumerable.Repeat(SyntheticRun.Slice(1_000, gen0: 5, pauseNs: 1_500_000), 4), []);
        var gate = Gate("pauseShare", max, [.. Six(candidate)]);
        Assert.Equal(state, gate.State);
        Assert.Equal(0.15, gate.Value!.Value, 12);
    }

    [Fact]
    public void Too_few_collections_decide_nothing_about_pauses()
    {
        var candidate = SyntheticRun.Side([SyntheticRun.Slice(1_000, gen0: 1, pauseNs: 1_500_000, allocated: 504_000)], []);
        Assert.Equal(GateState.Inconclusive, Gate("pauseShare", 1, [.. Six(candidate)]).State);
    }

    [Fact]
    public void Too_few_collections_decide_nothing_where_nothing_is_judged_either()
    {
        var poor = SyntheticRun.Side([SyntheticRun.Slice(1_000, gen0: 1, pauseNs: 1_500_000, allocated: 504_000)], []);
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf(SyntheticRun.Id, new GateSettings("pauseShare", null, 1, InconclusivePolicy.Fail)));
        var figures = plan with { Measure = plan.Measure with { Verdicts = false } };
        Assert.Equal(GateState.Inconclusive, Assert.Single(RunAnalyzer.AnalyzeUntraced(SyntheticRun.Evidence(figures, [.. Six(poor)])).Gates).State);
    }

    [Fact]
    public void Collections_of_the_other_side_say_nothing_about_pauses_of_this_one()
    {
        var poor = SyntheticRun.Side([SyntheticRun.Slice(1_000, gen0: 1, pauseNs: 1_500_000, allocated: 504_000)], []);
        Assert.Equal(GateState.Passed, Gate("pauseShare", 1, [.. Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, poor, SyntheticRun.Side(1_000)))]).State);
    }

    [Theory]
    [InlineData(0L, false, null, GateState.Passed)]
    [InlineData(3L, false, null, GateState.Failed)]
    [InlineData(null, false, null, GateState.Inconclusive)]
    [InlineData(0L, true, null, GateState.Inconclusive)]
    [InlineData(0L, false, "no header", GateState.Broken)]
    public void Lost_events_are_held_against_the_trace(long? lost, bool truncated, string? problem, GateState state)
    {
        var comparison = SyntheticRun.AnalyzeGated([new GateSettings("eventsLost", null, 0, InconclusivePolicy.Fail)], SyntheticRun.Pairs(Half));
        var trace = SyntheticRun.Trace(SyntheticRun.TracedRun(new CellOutcome.Stopped(""))) with { EventsLost = lost, Truncated = truncated, Problem = problem };
        var traced = comparison.With(null, trace);
        Assert.Equal(state, Assert.Single(new GateEvaluator(MeasureSettings.Default, null, SyntheticRun.Machine).Evaluate([traced])).State);
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
    public void A_gate_is_about_the_side_it_names_and_only_where_that_side_is()
    {
        var pairs = Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, SyntheticRun.Side(1_000, 504), SyntheticRun.Side(1_000))).ToList();
        GateSettings[] gates = [.. new[] { "await-task", "await-value-task", "another" }.Select(variant => new GateSettings("bytesPerOperation", variant, 0, InconclusivePolicy.Warn))];
        var results = new GateEvaluator(MeasureSettings.Default, null, SyntheticRun.Machine).Evaluate([SyntheticRun.AnalyzeGated(gates, pairs)]);
        Assert.Equal([("await-task", GateState.Failed), ("await-value-task", GateState.Passed)], results.Select(result => (result.Variant, result.State)));
        Assert.All(results, result => Assert.Equal((InconclusivePolicy.Warn, 0.0, null), (result.OnInconclusive, result.Max, result.Min)));
    }

    [Fact]
    public void A_ratio_of_the_baseline_and_a_metric_that_is_none_decide_nothing()
    {
        GateSettings[] gates = [new("ratio", "await-task", 2, InconclusivePolicy.Fail), new("beauty", null, 2, InconclusivePolicy.Fail)];
        var results = new GateEvaluator(MeasureSettings.Default, null, SyntheticRun.Machine).Evaluate([SyntheticRun.AnalyzeGated(gates, SyntheticRun.Pairs(Half))]);
        Assert.Equal([GateState.Inconclusive, GateState.Inconclusive], results.Select(result => result.State));
    }

    private static IEnumerable<JournalEntry> Six(SideMeasurement candidate) =>
        Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, SyntheticRun.Side(1_000), candidate));

    private static GateResult Gate(string metric, double max, IReadOnlyList<JournalEntry> journal) =>
        Held(new GateSettings(metric, null, max, InconclusivePolicy.Fail), journal);

    private static GateResult Held(GateSettings gate, IReadOnlyList<JournalEntry> journal, IEnumerable<JournalEntry>? before = null)
    {
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf(SyntheticRun.Id, gate));
        var against = before is null ? null : RunAnalyzer.Analyze(SyntheticRun.Evidence(SyntheticRun.PlanOf([24], SyntheticRun.ComparisonOf()), [.. before]), SyntheticRun.Trace);
        return Assert.Single(RunAnalyzer.Analyze(SyntheticRun.Evidence(plan, journal), SyntheticRun.Trace, against).Gates);
    }
}
