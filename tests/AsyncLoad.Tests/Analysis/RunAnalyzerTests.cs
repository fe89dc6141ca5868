using AsyncLoad.Analysis;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Analysis;

public sealed class RunAnalyzerTests
{
    private static readonly double[] Half = [0.48, 0.49, 0.5, 0.5, 0.51, 0.52];

    [Fact]
    public void Six_pairs_become_a_verdict_with_all_that_belongs_to_it()
    {
        var analysis = SyntheticRun.Analyze(SyntheticRun.Pairs(Half));
        Assert.Equal(Verdict.Wins, analysis.Verdict.Value);
        Assert.Equal((0.48, 0.5, 0.52), (Math.Round(analysis.Ratio.Value!.Low, 4), Math.Round(analysis.Ratio.Value.Estimate, 4), Math.Round(analysis.Ratio.Value.High, 4)));
        Assert.Equal((0.96875, 6), (analysis.Ratio.Value.Confidence, analysis.Ratio.Value.Pairs));
        Assert.Equal(0.5, analysis.Ratios[VerdictMetric.Cpu].Value!.Estimate, 3);
        Assert.Equal(0.5, analysis.Totals.Value!.Estimate, 2);
        Assert.Equal(-0.5, analysis.Split.Value!.MutatorPart, 2);
        Assert.Equal(0, analysis.BytesDifference.Value);
        Assert.Equal([1, 2, 3, 4, 5, 6], analysis.Pairs.Select(pair => pair.Index));
        Assert.InRange(analysis.Spread.Value!.Value, 0.02, 0.04);
        Assert.Equal(6, analysis.Sides.Baseline.Ledger.Value!.Pairs);
        Assert.Equal(
            [
                "metrics.baseline.latencyNs", "metrics.baseline.peak", "metrics.baseline.poolHitRate", "metrics.baseline.retained", "metrics.baseline.retainedPerOperation",
                "metrics.candidate.latencyNs", "metrics.candidate.peak", "metrics.candidate.poolHitRate", "metrics.candidate.retained", "metrics.candidate.retainedPerOperation",
                "p99Ratio", "peakRatio", "retainedRatio", "traces.baseline", "traces.candidate",
            ],
            analysis.Missing().Keys);
    }

    [Fact]
    public void A_pause_before_a_run_was_resumed_is_no_time_that_it_took()
    {
        var start = SyntheticRun.Pairs(Half)[0].Started;
        // Two that share a process, for 10 s in all; then nothing until 100 s, then one pair of 5 s and nothing until 200 s.
        JournalEntry.Pair Pair(int index, int seconds, int took) => SyntheticRun.PairOf(index, 0.5) with { Started = start.AddSeconds(seconds), Took = new Nanoseconds(took * 1_000_000_000L) };
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf(SyntheticRun.Id)), Pair(1, 20, 5), Pair(1, 20, 5), Pair(2, 110, 5), Pair(3, 210, 5));

        TimeSpan Paused(params int[] resumed) => (evidence with { Manifest = evidence.Manifest with { Started = start, Resumed = [.. resumed.Select(second => start.AddSeconds(second))] } }).Paused;

        Assert.Equal(TimeSpan.Zero, Paused());
        Assert.Equal(TimeSpan.FromSeconds(70), Paused(100));
        Assert.Equal(TimeSpan.FromSeconds(70 + 85), Paused(100, 200));
        // Killed twice before it measured anything; and a clock that was set back.
        Assert.Equal(TimeSpan.FromSeconds(15), Paused(10, 15));
        Assert.Equal(TimeSpan.Zero, Paused(-5));
    }

    [Fault(19)]
    [Fact]
    public void Every_figure_that_is_missing_has_a_reason()
    {
        var analysis = SyntheticRun.Analyze();
        Assert.Null(analysis.Verdict.Value);
        Assert.Null(analysis.Ratio.Value);
        Assert.Null(analysis.Totals.Value);
        Assert.Null(analysis.Split.Value);
        Assert.Null(analysis.Sides.Baseline.Ledger.Value);
        string[] expected =
        [
            "bytesDifference", "cpuRatio", "gcPart", "halfWidth", "metrics.baseline", "metrics.baseline.bytesPerOperation", "metrics.baseline.latencyNs", "metrics.baseline.peak", "metrics.baseline.poolHitRate",
            "metrics.baseline.retained", "metrics.baseline.retainedPerOperation", "metrics.candidate", "metrics.candidate.bytesPerOperation", "metrics.candidate.latencyNs", "metrics.candidate.peak",
            "metrics.candidate.poolHitRate", "metrics.candidate.retained", "metrics.candidate.retainedPerOperation", "mutatorPart", "p99Ratio", "peakRatio", "ratio", "retainedRatio", "spread", "totals", "traces.baseline", "traces.candidate", "verdict",
        ];
        Assert.Equal(expected, analysis.Missing().Keys);
        Assert.All(analysis.Missing().Values, reason => Assert.NotEmpty(reason));
    }

    [Fact]
    public void The_same_evidence_gives_the_same_figures_again()
    {
        var pairs = SyntheticRun.Pairs(Half);
        var (first, second) = (SyntheticRun.Analyze(pairs), SyntheticRun.Analyze(pairs));
        Assert.Equal((first.Ratio, first.Ratios[VerdictMetric.Cpu], first.Totals, first.Split, first.Spread), (second.Ratio, second.Ratios[VerdictMetric.Cpu], second.Totals, second.Split, second.Spread));
    }

    [Fact]
    public void Traced_throughput_stands_beside_the_untraced()
    {
        JournalEntry[] journal =
        [
            .. SyntheticRun.Pairs(1, 1, 1, 1, 1, 1),
            SyntheticRun.TracedRun(new CellOutcome.Completed(SyntheticRun.Side(90_000)), Side.Candidate),
            SyntheticRun.TracedRun(new CellOutcome.CaptureLost("truncated"), Side.Baseline),
        ];
        var traces = SyntheticRun.Analyze(journal).Sides.Select(side => side.Trace.Value!);
        Assert.Equal(0.9, traces.Candidate.ThroughputRatio!.Value, 12);
        Assert.Null(traces.Baseline.ThroughputRatio);
    }

    [Fact]
    public void The_trace_of_a_repeated_run_replaces_the_first()
    {
        var evidence = SyntheticRun.Evidence(
            SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()),
            SyntheticRun.TracedRun(new CellOutcome.CaptureLost("events lost"), file: "traces/first.nettrace"),
            SyntheticRun.TracedRun(new CellOutcome.Completed(SyntheticRun.Side(1)), file: "traces/second.nettrace"));
        var read = new List<string>();
        RunAnalyzer.Analyze(evidence, run =>
        {
            read.Add(run.File!);
            return SyntheticRun.Trace(run);
        });
        Assert.Equal(["traces/second.nettrace"], read);
    }

    [Fact]
    public void Self_cost_is_stated_raw_for_both_variants_of_each_load()
    {
        var noOp = SyntheticRun.ComparisonOf("no-op") with { Baseline = SyntheticRun.CellOf("task", "no-op"), Candidate = SyntheticRun.CellOf("value-task", "no-op") };
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()) with { LoadOverhead = [noOp] };
        var idle = SyntheticRun.Side([SyntheticRun.Slice(1_000_000)], [new(10_000, 1_567, 1_567, 0), new(10_000, 1_567, 1_567, 0), new(10_000, 9_000, 1_567, 0)]);
        var analysis = RunAnalyzer.Analyze(SyntheticRun.Evidence(plan, SyntheticRun.PairOf(1, idle, SyntheticRun.Side(1_000_000), "no-op")), SyntheticRun.Trace);
        var cpu = analysis.LoadOverhead[0].CpuNsPerOperation;
        Assert.NotNull(cpu);
        Assert.Equal(
            [
                new LoadOverheadAnalysis("sequential", "default", "task", 10, cpu, null, 0.1567, 1_567, 10_000),
                new LoadOverheadAnalysis("sequential", "default", "value-task", 10, cpu, null, 1.6, 1_600, 1_000),
            ],
            analysis.LoadOverhead);
    }

    [Fault(19)]
    [Fact]
    public void Self_cost_that_was_not_measured_is_null()
    {
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()) with { LoadOverhead = [SyntheticRun.ComparisonOf("no-op")] };
        Assert.All(
            RunAnalyzer.Analyze(SyntheticRun.Evidence(plan), SyntheticRun.Trace).LoadOverhead,
            cost => Assert.Equal((null, null, null, null), (cost.NsPerOperation, cost.BytesPerOperation, cost.BytesPerCall, cost.CountOperations)));
    }
}
