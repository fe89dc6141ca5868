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
internal sealed class ComparisonAnalyzer(
    Plan plan, Catalogue catalogue, Func<JournalEntry.TracedRun, TraceAnalysis> readTrace, IReadOnlyList<LoadOverheadAnalysis> overhead)
{
    private const string NoPair = "no pair was completed";

    public ComparisonAnalysis Analyze(ComparisonEvidence measured)
    {
        var evidence = measured with { Progress = measured.Progress.Judged(plan.Measure.Looks) };
        var pairs = evidence.Progress.Completed;
        var ratios = PairRatios.Of(pairs);
        var fresh = PairRatios.Of(measured.Progress.Fresh(plan.Measure.Looks));
        var judgement = Confirmation.Of(Judge(evidence.Comparison, evidence.Progress, ratios, plan.Measure), ratios, fresh, plan.Measure);
        // A run without verdicts has no ratios on purpose, which is not the reason for another missing figure.
        var unmeasured = evidence.Progress.Fatal is null && !plan.Measure.Verdicts ? NoPair : judgement.Ratios[VerdictMetric.Wall].Missing ?? NoPair;
        var sides = new SidePair<SideAnalysis>(JudgeSide(evidence, Side.Baseline, unmeasured), JudgeSide(evidence, Side.Candidate, unmeasured));
        var judged = new JudgedComparison(plan.Measure, evidence, judgement, Spread(ratios, plan.Measure), sides);
        var warnings = WarningRules.Apply(judged);
        return new ComparisonAnalysis(
            evidence.Comparison,
            judgement.Verdict,
            judgement.Ratios,
            judgement.HalfWidth,
            pairs.Count == 0 ? new Figure<RatioInterval?>(null, unmeasured) : PairBootstrap.RatioOfTotals(PairRatios.Totals(pairs), plan.Seed),
            Split(sides, warnings, unmeasured),
            BytesDifference(sides),
            ratios,
            judged.Spread,
            sides,
            warnings)
        {
            Metric = plan.Measure.Metric,
            Levels = judgement.Levels,
            Disturbance = Disturbances.Of(evidence.Comparison.Baseline.Load, pairs, PairRatios.Logs(ratios, plan.Measure.Metric), judgement.HalfWidth.Value),
            Seconds = measured.Seconds,
            Fresh = fresh,
        };
    }

    // Pairs before a failure stay visible, but a cell that fails now and then gets no verdict.
    internal static Judgement Judge(Comparison comparison, PairProgress progress, IReadOnlyList<PairRatio> ratios, MeasureSettings measure) => progress.Fatal is { } fatal
        ? Judgement.Without($"dropped: {FailureSentence.Of(fatal, comparison)}", measure)
        : ratios.Count == 0 && !measure.Verdicts ? Judgement.Without(NoPair, measure) : Judgement.Of(ratios, measure);

    // Of the ratio that the verdict is on, so that it explains the width of that interval.
    internal static Figure<double?> Spread(IReadOnlyList<PairRatio> ratios, MeasureSettings measure) =>
        PairRatios.Logs(ratios, measure.Metric) is { } logs && StandardDeviation.Of(logs) is { } spread ? spread
        : new Figure<double?>(null, ratios.Count < 2 ? "a spread needs two pairs" : "a pair lacks the ratio that the verdict is on");

    private Figure<CostSplit?> Split(SidePair<SideAnalysis> sides, IReadOnlyList<Warning> warnings, string unmeasured)
    {
        if (sides is not { Baseline.Ledger.Value: { } baseline, Candidate.Ledger.Value: { } candidate }) return new(null, unmeasured);
        // Time from due to done includes waiting that no pause caused.
        if (baseline.ResponseTime is not null) return new(null, "time from due to done includes waiting, so it cannot be split");
        if (!plan.Measure.Verdicts) return new(null, Judgement.NotAskedFor);
        return candidate.ResponseTime is null && warnings.All(warning => warning.Id != FewCollections.Id)
            ? CostSplit.Of(baseline, candidate)
            : new Figure<CostSplit?>(null, $"too few collections to judge ({FewCollections.Id})");
    }

    private static Figure<double?> BytesDifference(SidePair<SideAnalysis> sides) => sides.Select(side => side.BytesPerOperation) switch
    {
        { Candidate: { Value: null } missing } => new Figure<double?>(null, $"candidate: {missing.Why}"),
        { Baseline: { Value: null } missing } => new Figure<double?>(null, $"baseline: {missing.Why}"),
        var bytes => bytes.Candidate.Value - bytes.Baseline.Value,
    };

    private SideAnalysis JudgeSide(ComparisonEvidence evidence, Side side, string unmeasured)
    {
        var pairs = evidence.Progress.Completed;
        SideMeasurement[] measurements = [.. pairs.Select(pair => side == Side.Baseline ? pair.Baseline : pair.Candidate)];
        var ledger = LedgerBuilder.Build(measurements);
        // The last attempt counts: a run that lost events is repeated with a larger buffer.
        var traced = evidence.TracedRuns.LastOrDefault(run => run.Side == side);
        var trace = Trace(traced, ledger);
        var cell = evidence.Comparison.CellOf(side);
        var (workload, variant, compiler) = Compiled(cell);
        var latency = SideLatency.Of(measurements, pairs.Select(pair => pair.Control).OfType<Latencies>());
        var isTimed = measurements.Any(measurement => measurement.Latency is not null);
        return new SideAnalysis(
            side,
            cell,
            evidence.Comparison.Machine,
            measurements,
            new(ledger, ledger is null ? unmeasured : null),
            CountedBytes.Of(measurements),
            PoolReading.Of(variant, trace.Value, compiler),
            DeviceReports.Of(measurements),
            new(latency, isTimed ? null : ledger is null ? unmeasured : Metric.Of(VerdictMetric.P99).Absent),
            traced,
            trace)
        {
            IgnoresPooling = PoolReading.IsIgnored(variant, compiler),
            UncontendedState = HaveOwnInstances(cell, measurements) ? workload?.SharedState : null,
            EmptyLoop = overhead.Where(load => load.Load == cell.Load.Slug && load.GcSettings == cell.Gc.Name && load.Runtime == cell.Runtime?.Name).Min(load => load.NsPerOperation),
            OperationsPerCall = variant?.OperationsPerCall ?? 1,
        };
    }

    private bool HaveOwnInstances(Cell cell, IReadOnlyList<SideMeasurement> measurements) =>
        plan.PluginsOf(cell) is { SharedInstance: false } && (cell.Load is LoadSettings.Wave || measurements.Any(measurement => measurement.Workers > 1));

    private Figure<TraceAnalysis?> Trace(JournalEntry.TracedRun? traced, GcLedger? untraced)
    {
        if (traced is null) return new(null, "was not traced");
        if (traced.File is null) return new(null, $"the traced run wrote no file: {FailureSentence.Of(traced.Outcome)}");
        return readTrace(traced) with
        {
            ThroughputRatio = traced.Outcome is CellOutcome.Completed completed
                ? LedgerBuilder.Build([completed.Measurement])?.OperationsPerSecond / untraced?.OperationsPerSecond
                : null,
        };
    }

    private (WorkloadDescription? Workload, VariantDescription? Variant, HostCompiler Compiler) Compiled(Cell cell)
    {
        var workload = catalogue.Workload(cell.Workload);
        // A plug-in is loaded as its author compiled it, however the host was compiled.
        var compiler = workload is { Plugin: null } && cell.Runtime is { } runtime ? runtime.Compiler : HostCompiler.Default;
        return (workload, catalogue.Variant(cell), compiler);
    }
}
