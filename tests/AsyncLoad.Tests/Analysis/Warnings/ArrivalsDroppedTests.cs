using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Warnings;

/// <summary>Sides that shed load: what they did not start has no latency, and must not make them look fast.</summary>
public sealed class ArrivalsDroppedTests
{
    [Theory]
    [InlineData(0, null)]
    [InlineData(1, WarningSeverity.Warning)]
    [InlineData(20, WarningSeverity.Invalid)]
    public void Arrivals_that_were_not_started_are_told(long dropped, WarningSeverity? severity) =>
        Assert.Equal(severity, SyntheticRun.Analyze(Pairs(6, Side(1_000), Side(1_000, dropped))).Warnings.FirstOrDefault(warning => warning.Id == "arrivals-dropped")?.Severity);

    [Fact]
    public void The_side_is_named_with_how_many_it_left_out_and_what_helps()
    {
        var warning = Assert.Single(SyntheticRun.Analyze(Pairs(6, Side(1_000), Side(1_000, 20))).Warnings, warning => warning.Id == "arrivals-dropped");
        Assert.StartsWith("await-value-task: 120 of 6000 arrivals were not started", warning.Message, StringComparison.Ordinal);
        Assert.Contains("load.maxInFlight", warning.Remedy, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("latencyNs.p99", 2_000, 0, 0, GateState.Passed)]
    [InlineData("latencyNs.p99", 2_000, 0, 1, GateState.Inconclusive)]
    [InlineData("latencyNs.p99", 2_000, 1, 0, GateState.Passed)]
    [InlineData("latencyNs.p99", 1_000, 0, 1, GateState.Failed)]
    [InlineData("p99Ratio", 2, 0, 1, GateState.Inconclusive)]
    [InlineData("p99Ratio", 2, 1, 0, GateState.Passed)]
    [InlineData("p99Ratio", 0.5, 1, 0, GateState.Inconclusive)]
    [InlineData("p99Ratio", 0.5, 0, 1, GateState.Failed)]
    [InlineData("ratio", 2, 0, 1, GateState.Inconclusive)]
    [InlineData("cpuRatio", 2, 0, 1, GateState.Passed)]
    [InlineData("bytesPerOperation", 0, 0, 1, GateState.Passed)]
    public void Nobody_passes_a_limit_on_time_by_what_was_not_started_or_fails_one_by_the_others(string metric, double max, long byBaseline, long byCandidate, GateState state) =>
        Assert.Equal(state, Held(new GateSettings(metric, null, max, InconclusivePolicy.Fail), Pairs(12, Side(1_000, byBaseline), Side(1_000, byCandidate))));

    // The factor is small by what the candidate leaves out now or the baseline did before, and large by the others.
    [Theory]
    [InlineData(3, 2, 0, 0, GateState.Inconclusive)]
    [InlineData(3, 0, 2, 0, GateState.Inconclusive)]
    [InlineData(3, 2, 2, 0, GateState.Inconclusive)]
    [InlineData(3, 0, 0, 2, GateState.Passed)]
    [InlineData(1.1, 0, 0, 2, GateState.Inconclusive)]
    [InlineData(1.1, 2, 2, 0, GateState.Failed)]
    public void A_factor_is_weighed_by_what_either_run_left_out(double most, long byCandidate, long byBaselineBefore, long byBaseline, GateState state)
    {
        var before = Earlier(byBaselineBefore, byCandidate: 0);
        var gate = new GateSettings("ratio", null, null, InconclusivePolicy.Fail, MaxChange: most);
        Assert.Equal(state, Held(gate, Pairs(12, Side(1_000, byBaseline), Side(500, byCandidate)), before));
    }

    [Fact]
    public void What_an_earlier_run_left_out_says_nothing_of_a_limit_on_the_ratio_itself()
    {
        var before = Earlier(byBaseline: 1, byCandidate: 0);
        Assert.Equal(GateState.Passed, Held(new GateSettings("ratio", null, 3, InconclusivePolicy.Fail), Pairs(12, Side(1_000), Side(500)), before));
    }

    [Theory]
    [InlineData(0, GateState.Failed)]
    [InlineData(1, GateState.Inconclusive)]
    public void A_ratio_has_not_grown_where_it_was_small_by_what_was_not_started(long dropped, GateState state)
    {
        var before = Earlier(byBaseline: 0, byCandidate: dropped);
        Assert.Equal(state, Held(new GateSettings("ratio", null, null, InconclusivePolicy.Fail, MaxChange: 1.1), Pairs(12, Side(1_000), Side(500)), before));
    }

    // A run of equal sides that left arrivals out.
    private static RunAnalysis Earlier(long byBaseline, long byCandidate) => RunAnalyzer.AnalyzeUntraced(
        SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()), Pairs(6, Side(1_000, byBaseline), Side(1_000, byCandidate))));

    private static GateState Held(GateSettings gate, IReadOnlyList<JournalEntry> journal, RunAnalysis? against = null)
    {
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf(SyntheticRun.Id, gate));
        return Assert.Single(RunAnalyzer.Analyze(SyntheticRun.Evidence(plan, journal), SyntheticRun.Trace, against).Gates).State;
    }

    private static IReadOnlyList<JournalEntry> Pairs(int count, SideMeasurement baseline, SideMeasurement candidate) =>
        [.. Enumerable.Range(1, count).Select(index => SyntheticRun.PairOf(index, baseline, candidate))];

    // A thousand were due in each pair, and those that were started took 1.2 µs.
    private static SideMeasurement Side(long operations, long dropped = 0)
    {
        var counts = new long[Latencies.IndexOf(1_200) + 1];
        counts[^1] = 3;
        var latencies = Latencies.Of(counts, new Nanoseconds(1_200), new Nanoseconds(3_600));
        return SyntheticRun.Side(operations) with { Latency = new LatencyReport(latencies, latencies, Latencies.None, new ArrivalReport(1_000, 0, dropped, Latencies.None, default)) };
    }
}
