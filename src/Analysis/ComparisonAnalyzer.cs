using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis;

/// <summary>Judges one comparison of a plan from its pairs and traces.</summary>
internal sealed class ComparisonAnalyzer(Plan plan, Catalogue catalogue, Func<JournalEntry.TracedRun, TraceAnalysis> readTrace)
{
    public ComparisonAnalysis Analyze(ComparisonEvidence measured)
    {
        var evidence = measured with { Progress = measured.Progress.Judged(plan.Measure.Looks) };
        var pairs = evidence.Progress.Completed;
        var ratios = PairRatios.Of(pairs);
        var judged = new JudgedComparison(
            plan.Measure,
            evidence,
            Judge(evidence, ratios),
            Spread(ratios),
            new SidePair<JudgedSide>(
                JudgeSide(evidence, Side.Baseline, [.. pairs.Select(pair => pair.Baseline)]),
                JudgeSide(evidence, Side.Candidate, [.. pairs.Select(pair => pair.Candidate)])));
        return Assemble(judged, ratios) with { Fresh = PairRatios.Of(measured.Progress.Fresh(plan.Measure.Looks)) };
    }

    private ComparisonAnalysis Assemble(JudgedComparison judged, IReadOnlyList<PairRatio> ratios)
    {
        var pairs = judged.Evidence.Progress.Completed;
        var (baseline, candidate) = judged.Sides;
        var warnings = WarningRules.Apply(judged);
        var split = !plan.Measure.Verdicts || warnings.Any(warning => warning.Id == FewCollections.Id) ? null : Split(baseline.Ledger, candidate.Ledger);
        return new ComparisonAnalysis(
            judged.Evidence.Comparison,
            judged.Judgement.Verdict,
            judged.Judgement.Wall,
            judged.Judgement.Cpu,
            judged.Judgement.P99,
            judged.Judgement.HalfWidth,
            pairs.Count == 0 ? null : PairBootstrap.RatioOfTotals(PairRatios.Totals(pairs), plan.Seed),
            split,
            candidate.Ledger?.BytesPerOperation - baseline.Ledger?.BytesPerOperation,
            ratios,
            judged.Spread,
            new SidePair<GcLedger?>(baseline.Ledger, candidate.Ledger),
            new SidePair<CountedBytes>(baseline.Bytes, candidate.Bytes),
            new SidePair<PoolHitRate?>(baseline.Pool.HitRate, candidate.Pool.HitRate),
            new SidePair<DeviceReport?>(DeviceAccuracy.Of(baseline.Measurements), DeviceAccuracy.Of(candidate.Measurements)),
            new SidePair<SideLatency?>(Latency(baseline, pairs), Latency(candidate, pairs)),
            new SidePair<TraceAnalysis?>(baseline.Trace, candidate.Trace),
            warnings,
            MissingReasons.Of(judged, split));
    }

    private Judgement Judge(ComparisonEvidence evidence, IReadOnlyList<PairRatio> ratios)
    {
        if (evidence.Progress.Fatal is not { } fatal) return Judgement.Of(ratios, plan.Measure);
        // Pairs before the failure stay visible, but a cell that fails now and then gets no verdict.
        var reason = $"dropped: {FailureSentence.Of(fatal, evidence.Comparison)}";
        return new Judgement(
            null, null, null, null, null, null, new Dictionary<string, string> { ["ratio"] = reason, ["cpuRatio"] = reason, ["p99Ratio"] = reason, ["verdict"] = reason });
    }

    // Of the ratio that the verdict is on, so that it explains the width of that interval.
    private double? Spread(IReadOnlyList<PairRatio> ratios) => PairRatios.Logs(ratios, plan.Measure.Metric) is { } logs ? StandardDeviation.Of(logs) : null;

    private static SideLatency? Latency(JudgedSide side, IReadOnlyList<CompletedPair> pairs) =>
        SideLatency.Of(side.Measurements, pairs.Select(pair => pair.Control).OfType<Latencies>());

    // A latency from due to done has waiting in it that no pause caused: it does not split.
    private static CostSplit? Split(GcLedger? baseline, GcLedger? candidate) =>
        baseline is null or { ResponseTime: not null } || candidate is null or { ResponseTime: not null } ? null : AdditiveSplit.Of(baseline, candidate);

    private JudgedSide JudgeSide(ComparisonEvidence evidence, Side side, IReadOnlyList<SideMeasurement> measurements)
    {
        var ledger = LedgerBuilder.Build(measurements);
        // The last attempt counts: a run that lost events is repeated with a larger buffer.
        var traced = evidence.TracedRuns.LastOrDefault(run => run.Side == side);
        var trace = traced is { File: not null } ? readTrace(traced) : null;
        var cell = evidence.Comparison.CellOf(side);
        var workload = catalogue.Workloads.FirstOrDefault(known => known.Id == cell.Workload);
        // A plug-in is loaded as its maker compiled it, whatever the host was compiled with.
        var compiler = workload is { Plugin: null } && cell.Runtime is { } runtime ? runtime.Compiler : HostCompiler.Default;
        return new JudgedSide(
            cell,
            measurements,
            ledger,
            CountedBytes.Of(measurements),
            traced,
            trace is null ? null : trace with { ThroughputRatio = ThroughputRatio(traced!, ledger) },
            PoolReading.Of(workload?.Variants.FirstOrDefault(variant => variant.Id == cell.Variant), trace, compiler));
    }

    private static double? ThroughputRatio(JournalEntry.TracedRun traced, GcLedger? untraced) =>
        traced.Outcome is CellOutcome.Completed completed
            ? LedgerBuilder.Build([completed.Measurement])?.OperationsPerSecond / untraced?.OperationsPerSecond
            : null;
}
