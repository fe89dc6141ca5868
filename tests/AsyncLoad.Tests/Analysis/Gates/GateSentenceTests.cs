using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Gates;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Gates;

/// <summary>What a gate says of itself: a build that fails is explained by this one sentence, so each is held word for word.</summary>
public sealed class GateSentenceTests
{
    private static readonly double[] Half = [0.48, 0.49, 0.5, 0.5, 0.51, 0.52];

    [Theory]
    [InlineData(504.0, 504.0, "504 B/op, allowed 504 B/op exactly (and 0.05 for the runtime's own)")]
    [InlineData(500.0, 600.0, "504 B/op, allowed 500 B/op to 600 B/op (and 0.05 for the runtime's own)")]
    [InlineData(500.0, null, "504 B/op, at least 500 B/op asked for (and 0.05 for the runtime's own)")]
    [InlineData(null, 600.0, "504 B/op, allowed 600 B/op (and 0.05 for the runtime's own)")]
    public void Bytes_are_told_with_what_is_allowed(double? min, double? max, string sentence)
    {
        var gate = new GateSettings("bytesPerOperation", null, max, InconclusivePolicy.Fail, Min: min);
        Assert.Equal((GateState.Passed, sentence), Told(gate, Six(SyntheticRun.Side(1_000, 504))));
    }

    [Fact]
    public void Bytes_that_do_not_vary_are_told_without_a_range()
    {
        var gate = new GateSettings("bytesPerOperation", null, 0, InconclusivePolicy.Fail);
        Assert.Equal((GateState.Failed, "504 B/op, allowed 0 B/op (and 0.05 for the runtime's own)"), Told(gate, Six(SyntheticRun.Side(1_000, 504))));
    }

    [Theory]
    [InlineData(8, GateState.Passed, "504 B/op in the reference run, 512 now, 8 B/op more allowed (and 0.05 for the runtime's own)")]
    [InlineData(7, GateState.Failed, "504 B/op in the reference run, 512 now, 7 B/op more allowed (and 0.05 for the runtime's own)")]
    public void A_change_of_bytes_is_told_with_both_counts(double most, GateState state, string sentence)
    {
        var gate = new GateSettings("bytesPerOperation", null, null, InconclusivePolicy.Fail, MaxChange: most);
        Assert.Equal((state, sentence), Told(gate, Six(SyntheticRun.Side(1_000, 512)), Six(SyntheticRun.Side(1_000, 504))));
    }

    [Theory]
    [InlineData(true, true, 103, GateState.Inconclusive)]
    [InlineData(true, true, 104, GateState.Passed)]
    [InlineData(true, false, 51, GateState.Inconclusive)]
    [InlineData(true, false, 52, GateState.Passed)]
    [InlineData(false, true, 51, GateState.Inconclusive)]
    [InlineData(false, true, 52, GateState.Passed)]
    public void A_change_of_bytes_that_vary_is_as_wide_as_both_ranges(bool variedBefore, bool variesNow, double most, GateState state)
    {
        var varying = SyntheticRun.Side([SyntheticRun.Slice(1_000)], [new(1_000, 207_000, 0, 1_000), new(1_000, 103_600, 0, 1_000)]);
        var steady = SyntheticRun.Side([SyntheticRun.Slice(1_000)], [new(1_000, 155_300, 0, 0), new(1_000, 155_300, 0, 0)]);
        var gate = new GateSettings("bytesPerOperation", null, null, InconclusivePolicy.Fail, MaxChange: most);
        Assert.Equal(state, Told(gate, Six(variesNow ? varying : steady), Six(variedBefore ? varying : steady)).State);
    }

    [Fact]
    public void A_change_of_bytes_that_the_runtime_alone_adds_to_is_that_of_their_means()
    {
        var before = SyntheticRun.Side([SyntheticRun.Slice(1_000)], [new(1_000, 100_020, 0, 0), new(1_000, 99_980, 0, 0)]);
        var now = SyntheticRun.Side([SyntheticRun.Slice(1_000)], [new(1_000, 100_000, 0, 0), new(1_000, 100_040, 0, 0)]);
        var gate = new GateSettings("bytesPerOperation", null, null, InconclusivePolicy.Fail, MaxChange: 0);
        Assert.Equal(GateState.Passed, Told(gate, Six(now), Six(before)).State);
    }

    [Fact]
    public void A_change_from_a_run_without_a_count_decides_nothing()
    {
        var gate = new GateSettings("bytesPerOperation", null, null, InconclusivePolicy.Fail, MaxChange: 1);
        var before = Six(SyntheticRun.Side([SyntheticRun.Slice(1_000)], []));
        Assert.Equal((GateState.Inconclusive, "the reference run has no count of bytes"), Told(gate, Six(SyntheticRun.Side(1_000, 504)), before));
    }

    [Fact]
    public void A_ratio_is_told_with_its_interval_and_the_upper_limit()
    {
        Assert.Equal(
            (GateState.Passed, "0.500 [0.480, 0.520], allowed 0.1 to 0.53"),
            Told(new GateSettings("ratio", null, 0.53, InconclusivePolicy.Fail, Min: 0.1), SyntheticRun.Pairs(Half)));
        Assert.Equal(
            (GateState.Failed, "0.500 [0.480, 0.520], allowed 0.4; 6 fresh pairs agree: 0.500 [0.480, 0.520], allowed 0.4"),
            Told(new GateSettings("ratio", null, 0.4, InconclusivePolicy.Fail), SyntheticRun.Pairs([.. Half, .. Half])));
    }

    [Theory]
    [InlineData(0.3, 0.7, "0.500 [0.480, 0.520], allowed 0.3 to 0.7")]
    [InlineData(0.3, null, "0.500 [0.480, 0.520], at least 0.3 asked for")]
    [InlineData(null, 0.5204, "0.5000 [0.4800, 0.5200], allowed 0.5204")]
    public void A_ratio_is_told_as_reports_tell_it_and_its_limits_as_they_were_set(double? min, double? max, string sentence) =>
        Assert.Equal(sentence, Told(new GateSettings("ratio", null, max, InconclusivePolicy.Fail, Min: min), SyntheticRun.Pairs(Half)).Reason);

    [Theory]
    [InlineData(0.48, 0.52, 0.6, "0.500 [0.480, 0.520]")]
    [InlineData(0.48, 0.5204, 0.52, "0.5000 [0.4800, 0.5204]")]
    [InlineData(0.4796, 0.52, 0.48, "0.5000 [0.4796, 0.5200]")]
    [InlineData(0.48, 0.52, 0.52, "0.500 [0.480, 0.520]")]
    public void A_bound_that_would_read_as_a_limit_that_it_is_not_has_more_digits(double low, double high, double limit, string told) =>
        Assert.Equal(told, Figures.Ratio(new RatioInterval(0.5, low, high, 0.95, 6), (null, limit)));

    [Theory]
    [InlineData(MetricFormat.Share, 0.2504, 0.25, "25.04 %")]
    [InlineData(MetricFormat.Share, 0.2504, 0.2, "25 %")]
    [InlineData(MetricFormat.Time, 2_001.0, 2_000.0, "2.001 µs")]
    [InlineData(MetricFormat.Size, 24_000_100.0, 24e6, "24.0001 MB")]
    [InlineData(MetricFormat.Number, 3.0, 3.0, "3")]
    public void A_figure_that_would_read_as_its_limit_has_all_its_digits(MetricFormat format, double value, double limit, string told) =>
        Assert.Equal(told, Figures.Of(format, value, limit));

    [Fact]
    public void What_cannot_be_gated_says_why()
    {
        Assert.Equal(
            "a ratio belongs to the candidate, and this variant is the baseline: name the candidate",
            Told(new GateSettings("ratio", "await-task", 2, InconclusivePolicy.Fail), SyntheticRun.Pairs(Half)).Reason);
        Assert.Equal("there is no gate on the metric 'beauty'", Told(new GateSettings("beauty", null, 2, InconclusivePolicy.Fail), SyntheticRun.Pairs(Half)).Reason);
        Assert.Equal(
            "there is no reference run to count a change from: name one with --against",
            Told(new GateSettings("ratio", null, null, InconclusivePolicy.Fail, MaxChange: 1.1), SyntheticRun.Pairs(Half)).Reason);
    }

    [Fact]
    public void A_ratio_that_one_pair_lacks_decides_nothing()
    {
        var comparison = SyntheticRun.AnalyzeGated([new GateSettings("p99Ratio", null, 2, InconclusivePolicy.Fail)], SyntheticRun.Pairs(Half));
        var lacking = comparison.With(VerdictMetric.P99, null);
        Assert.Equal((GateState.Inconclusive, "a pair lacks this ratio"), Told(lacking));
        var there = lacking with { Pairs = [.. comparison.Pairs.Select(pair => pair with { Ratios = pair.Ratios with { P99 = pair.Ratios.Wall } })] };
        Assert.Equal((GateState.Passed, "0.500 [0.480, 0.520], allowed 2"), Told(there));
    }

    [Theory]
    [InlineData(0.2, GateState.Passed, "15 % of elapsed time in pauses, allowed 20 %")]
    [InlineData(0.1, GateState.Failed, "15 % of elapsed time in pauses, allowed 10 %")]
    public void A_share_of_pauses_is_told_with_its_limit(double max, GateState state, string sentence)
    {
        var candidate = SyntheticRun.Side(Enumerable.Repeat(SyntheticRun.Slice(1_000, gen0: 5, pauseNs: 1_500_000), 4), []);
        Assert.Equal((state, sentence), Told(new GateSettings("pauseShare", null, max, InconclusivePolicy.Fail), Six(candidate)));
    }

    [Fact]
    public void Too_few_collections_are_told()
    {
        var candidate = SyntheticRun.Side([SyntheticRun.Slice(1_000, gen0: 1, pauseNs: 1_500_000, allocated: 504_000)], []);
        Assert.Equal("too few collections to judge pauses", Told(new GateSettings("pauseShare", null, 1, InconclusivePolicy.Fail), Six(candidate)).Reason);
    }

    [Fact]
    public void A_latency_is_told_with_its_range_and_its_limit()
    {
        var counts = new long[Latencies.IndexOf(1_200) + 1];
        counts[^1] = 3;
        var latencies = Latencies.Of(counts, new Nanoseconds(1_200), new Nanoseconds(3_600));
        var side = new SideLatency(latencies, latencies, Latencies.None, Latencies.None, null, [new Nanoseconds(1_000), new Nanoseconds(1_800)]);
        var comparison = SyntheticRun.AnalyzeGated([new GateSettings("latencyNs.p99", null, 2_000, InconclusivePolicy.Fail)], SyntheticRun.Pairs(Half));
        var (state, reason) = Told(comparison.WithLatencies(null, side));
        Assert.Equal(GateState.Passed, state);
        Assert.EndsWith(" µs (1.00 µs to 1.80 µs over 2 pairs), allowed 2 µs", reason, StringComparison.Ordinal);
    }

    [Fact]
    public void A_rate_of_pool_hits_is_told_with_its_interval_and_its_floor()
    {
        var comparison = SyntheticRun.AnalyzeGated([new GateSettings("poolHitRate", null, null, InconclusivePolicy.Fail, Min: 0.9)], SyntheticRun.Pairs(Half));
        Assert.Equal(
            (GateState.Passed, "95 % [92 %, 97 %], at least 90 % asked for"),
            Told(comparison.WithCandidate(side => side with { Pool = new PoolHitRate(0.95, 0.92, 0.97, 5, 100) })));
    }

    [Theory]
    [InlineData("bytesPerOperation")]
    [InlineData("pauseShare")]
    [InlineData("latencyNs.p99")]
    [InlineData("poolHitRate")]
    [InlineData("eventsLost")]
    public void What_is_missing_is_told_by_the_figure_itself(string metric)
    {
        foreach (var (variant, side) in new[] { ("await-task", Side.Baseline), ("await-value-task", Side.Candidate) })
        {
            var gate = new GateSettings(metric, variant, 1, InconclusivePolicy.Fail);
            var comparison = SyntheticRun.AnalyzeGated([gate], Six(SyntheticRun.Side([SyntheticRun.Slice(1_000)], [])));
            Assert.Equal((GateState.Inconclusive, "said elsewhere"), Told(comparison.WithSides(any => Without(any, metric, any.Side == side ? "said elsewhere" : "not this one"))));
            Assert.Equal("not measured", Told(comparison.WithSides(any => Without(any, metric, null))).Reason);
        }
    }

    [Theory]
    [InlineData(3L, false, GateState.Failed, "3 events lost, allowed 0")]
    [InlineData(0L, true, GateState.Inconclusive, "the trace ends early, so its count of lost events is not final")]
    [InlineData(null, false, GateState.Inconclusive, "the trace's count of lost events is not valid")]
    public void Lost_events_are_told(long? lost, bool truncated, GateState state, string sentence)
    {
        var comparison = SyntheticRun.AnalyzeGated([new GateSettings("eventsLost", null, 0, InconclusivePolicy.Fail)], SyntheticRun.Pairs(Half));
        var trace = SyntheticRun.Trace(SyntheticRun.TracedRun(new CellOutcome.Stopped(""))) with { EventsLost = lost, Truncated = truncated };
        Assert.Equal((state, sentence), Told(comparison.With(null, trace)));
    }

    [Theory]
    [InlineData(0.5, 1.0, 1.0, null, GateState.Inconclusive)]
    [InlineData(1.0, 2.0, 1.0, null, GateState.Passed)]
    [InlineData(0.5, 0.9, 1.0, null, GateState.Failed)]
    [InlineData(1.0, 2.0, null, 1.0, GateState.Inconclusive)]
    [InlineData(0.5, 1.0, null, 1.0, GateState.Passed)]
    [InlineData(1.1, 2.0, null, 1.0, GateState.Failed)]
    public void A_limit_itself_is_allowed(double low, double high, double? min, double? max, GateState state) =>
        Assert.Equal(state, GateOutcome.OfRange(low, (low, high), (min, max), $"").State);

    private static SideAnalysis Without(SideAnalysis side, string metric, string? reason) => metric switch
    {
        "latencyNs.p99" => side with { Latency = new(null, reason) },
        "poolHitRate" => side with { Pool = new(null, reason) },
        "eventsLost" => side with { Trace = new(null, reason) },
        "pauseShare" => side with { Ledger = new(null, reason) },
        _ => side with { Ledger = new(null, null), Bytes = CountedBytes.Of([]) with { Missing = reason } },
    };

    private static (GateState State, string Reason) Told(ComparisonAnalysis comparison)
    {
        var result = Assert.Single(new GateEvaluator(MeasureSettings.Default with { Looks = [6] }, null, SyntheticRun.Machine).Evaluate([comparison]));
        return (result.State, result.Reason);
    }

    private static (GateState State, string Reason) Told(GateSettings gate, IReadOnlyList<JournalEntry> journal, IReadOnlyList<JournalEntry>? before = null)
    {
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf(SyntheticRun.Id, gate));
        var against = before is null ? null : RunAnalyzer.Analyze(SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()), before), SyntheticRun.Trace);
        var result = Assert.Single(RunAnalyzer.Analyze(SyntheticRun.Evidence(plan, journal), SyntheticRun.Trace, against).Gates);
        return (result.State, result.Reason);
    }

    private static IReadOnlyList<JournalEntry> Six(SideMeasurement candidate) =>
        [.. Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, candidate, candidate))];
}
