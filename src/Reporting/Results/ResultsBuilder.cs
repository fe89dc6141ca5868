using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Results;

/// <summary>Turns an analysis into the records of <c>results.json</c>: unrounded, never NaN or infinite, every null named with its reason.</summary>
public static class ResultsBuilder
{
    private const string NoSchedule = "the load has no schedule: operations are due when they start";
    private const string NotPooled = "no pooled method suspended in a traced run";
    private const string NotMeasured = "it could not be measured";

    /// <summary>The results of a run.</summary>
    public static RunResults Build(RunAnalysis run)
    {
        var manifest = run.Manifest;
        return new RunResults(
            RunResults.CurrentSchemaVersion,
            manifest.Tool,
            manifest.Runtime,
            manifest.Machine,
            manifest.Plan.ProfileName,
            manifest.Status,
            [.. run.Comparisons.Select(Comparison)],
            [.. run.Crossovers.Select(CrossoverResults.Of)],
            [.. run.Gates.Select(Gate)],
            LoadOverhead(run.LoadOverhead),
            manifest.Plan.Runtimes,
            manifest.Plan.Runtimes is null && !manifest.Plan.Builds.Any() ? null : manifest.Plan.Skipped ?? [],
            run.Problems.Count == 0 ? null : run.Problems,
            manifest.Plan.SideBySide)
        {
            Origin = new RunOrigin(manifest.Started, manifest.Plan.ProfileHash, manifest.Plan.Measure.Metric, manifest.Plan.Measure.Margin)
            {
                Finished = manifest.Finished,
                Seed = manifest.Plan.Seed,
                Looks = manifest.Plan.Measure.Looks,
            },
            Warnings = WarningResults.Of(run),
        };
    }

    private static ComparisonResult Comparison(ComparisonAnalysis analysis)
    {
        var missing = new MissingFigures();
        var (comparison, cell) = (analysis.Comparison, analysis.Comparison.Candidate);
        return new ComparisonResult(
            comparison.Id,
            comparison.Experiment,
            cell.Workload,
            Sorted(cell.Parameters),
            comparison.Baseline.Label,
            cell.Label,
            cell.Load.Slug,
            cell.Pressure.Name,
            cell.Gc.Name,
            missing.Of("verdict", analysis.Verdict),
            Ratio(Metric.Ratio),
            Ratio(Metric.CpuRatio),
            Ratio(Metric.P99Ratio),
            missing.Number("halfWidth", analysis.HalfWidth),
            missing.Number("spread", analysis.Spread),
            missing.Number(Metric.GcPart.Name, new(analysis.Split.Value?.GcPart, analysis.Split.Missing)),
            missing.Number(Metric.MutatorPart.Name, new(analysis.Split.Value?.MutatorPart, analysis.Split.Missing)),
            missing.Number(Metric.BytesDifference.Name, analysis.BytesDifference),
            new SidePair<SideResult?>(
                missing.Of("metrics.baseline", SideOf(analysis.Sides.Baseline)), missing.Of("metrics.candidate", SideOf(analysis.Sides.Candidate))),
            new SidePair<TraceResult?>(
                missing.Of("traces.baseline", TraceResults.Of(analysis.Sides.Baseline.Trace)), missing.Of("traces.candidate", TraceResults.Of(analysis.Sides.Candidate.Trace))),
            [.. analysis.Warnings.Select(warning => warning.Id).Distinct(StringComparer.Ordinal)],
            missing.ByName,
            cell.Runtime?.Name,
            analysis.Levels,
            analysis.Disturbance,
            Differences(comparison),
            Ratio(Metric.PeakRatio),
            Ratio(Metric.RetainedRatio))
        {
            Machine = comparison.Machine,
            Pairs = PairResults.Of(analysis),
            Seconds = analysis.Seconds,
            Commits = comparison.Baseline.Build?.Commit is null && cell.Build?.Commit is null ? null : new SidePair<string?>(comparison.Baseline.Build?.Commit, cell.Build?.Commit),
        };

        RatioInterval? Ratio(Metric metric) => missing.Interval(metric.Name, analysis.Ratios[metric.Judged!.Metric]);
    }

    private static IReadOnlyList<SideDifference>? Differences(Model.Plans.Comparison comparison) => comparison.Differences is [] or [CellPart.Variant]
        ? null
        : [.. comparison.Differences.Select(part => new SideDifference(part, comparison.Baseline.Words(part, comparison.Candidate), comparison.Candidate.Words(part, comparison.Baseline)))];

    private static Figure<SideResult?> SideOf(SideAnalysis side)
    {
        if (side.Ledger.Value is not { } ledger) return new(null, side.Ledger.Missing);
        var missing = new MissingFigures();
        var latency = missing.Of("latencyNs", side.Latency);
        var isScheduled = latency is { HasSchedule: true };
        var memory = side.Memory;
        return new SideResult(
            missing.Number(Metric.NsPerOperation.Name, ledger.NsPerOperation),
            missing.Number(Metric.BytesPerOperation.Name, side.BytesPerOperation),
            missing.Number(Metric.OperationsPerSecond.Name, ledger.OperationsPerSecond),
            missing.Number(Metric.CpuNsPerOperation.Name, ledger.CpuNsPerOperation),
            missing.Number(Metric.Gen0.Name, ledger.PerMillionOperations(ledger.Gen0)),
            missing.Number(Metric.Gen1.Name, ledger.PerMillionOperations(ledger.Gen1)),
            missing.Number(Metric.Gen2.Name, ledger.PerMillionOperations(ledger.Gen2)),
            missing.Number(Metric.PauseShare.Name, ledger.PauseShare),
            missing.Number(Metric.PoolHitRate.Name, new(side.Pool.Value?.Rate, side.Pool.Missing ?? NotPooled)),
            LatencyResults.ResponseTime(latency),
            isScheduled ? LatencyResults.Service(latency) : missing.Of<LatencyResult?>("serviceNs", new(null, NoSchedule)),
            isScheduled ? LatencyResults.Arrivals(latency) : missing.Of<ArrivalsResult?>("arrivals", new(null, NoSchedule)),
            missing.Of("pressure", new Figure<PressureResult?>(
                ledger.Pressure is { } pressure ? PressureResults.Of(side.Cell.Pressure, ledger, pressure) : null, "no pressure was asked for")),
            missing.ByName,
            missing.Number(Metric.Peak.Name, Median(memory.Peak)),
            missing.Number(Metric.Retained.Name, Median(memory.Retained)),
            missing.Number(Metric.RetainedPerOperation.Name, Median(memory.PerOperation)));
    }

    private static Figure<double?> Median(Figure<PairRange?> figure) => new(figure.Value?.Median, figure.Missing);

    // An infinite limit cannot be written as JSON and can only come from a number too large for a double.
    private static GateResult Gate(GateResult gate) => gate with
    {
        Max = Finite(gate.Max),
        Min = Finite(gate.Min),
        MaxChange = Finite(gate.MaxChange),
        MaxIncrease = Finite(gate.MaxIncrease),
        MaxIncreasePercent = Finite(gate.MaxIncreasePercent),
        Value = gate.Value is { } value && double.IsFinite(value) ? value : null,
    };

    private static double? Finite(double? limit) => limit is { } value ? Math.Clamp(value, double.MinValue, double.MaxValue) : null;

    private static SortedDictionary<string, LoadOverheadResult> LoadOverhead(IReadOnlyList<LoadOverheadAnalysis> costs)
    {
        var results = new SortedDictionary<string, LoadOverheadResult>(StringComparer.Ordinal);
        foreach (var cost in costs)
        {
            var missing = new MissingFigures();
            results[$"{cost.Load}/{cost.GcSettings}/{(cost.Runtime is { } runtime ? $"{runtime}/" : "")}{cost.Variant}"] = new LoadOverheadResult(
                missing.Number("nsPerOperation", new(cost.NsPerOperation, NotMeasured)),
                missing.Number("cpuNsPerOperation", new(cost.CpuNsPerOperation, NotMeasured)),
                missing.Number("pacerCpuNsPerArrival", new(cost.PacerNsPerArrival, "the load has no pacer")),
                missing.Number("bytesPerOperation", new(cost.BytesPerOperation, NotMeasured)),
                missing.Of<long?>("operations", new(cost.CountOperations, NotMeasured)),
                missing.ByName);
        }

        return results;
    }

    private static SortedDictionary<string, string> Sorted(IReadOnlyDictionary<string, string> values) =>
        new(values.ToDictionary(entry => entry.Key, entry => entry.Value), StringComparer.Ordinal);
}

/// <summary>Single pairs as <c>results.json</c> states them.</summary>
internal static class PairResults
{
    /// <summary>The pairs that the ratio rests on, then those that confirm a gate.</summary>
    public static IReadOnlyList<PairResult> Of(ComparisonAnalysis analysis) =>
        [.. analysis.Pairs.Select(pair => Of(pair, confirms: false)), .. analysis.Fresh.Select(pair => Of(pair, confirms: true))];

    private static PairResult Of(PairRatio pair, bool confirms) => new(pair.Index, confirms)
    {
        Ratio = Finite(pair.Ratios.Wall),
        CpuRatio = Finite(pair.Ratios.Cpu),
        P99Ratio = Finite(pair.Ratios.P99),
        PeakRatio = Finite(pair.Ratios.Peak),
        RetainedRatio = Finite(pair.Ratios.Retained),
        BaselineNsPerOperation = Finite(pair.Costs?.Baseline.Wall),
        CandidateNsPerOperation = Finite(pair.Costs?.Candidate.Wall),
    };

    private static double? Finite(double? value) => value is { } some && double.IsFinite(some) ? some : null;
}

/// <summary>Pressurer and workload of one side as records of <c>results.json</c>.</summary>
internal static class PressureResults
{
    public static PressureResult Of(PressureSettings asked, GcLedger ledger, PressureLedger pressure) => new(
        pressure.LiveSetBytes,
        new SortedDictionary<string, RateResult>(
            PressureRate.Of(asked, pressure).ToDictionary(rate => rate.Member, rate => new RateResult(rate.Asked, rate.Achieved)),
            StringComparer.Ordinal),
        pressure.AllocatedBytes,
        pressure.Cpu.Value,
        pressure.Collections,
        ledger.WorkloadBytes,
        pressure.WorkloadCpu.Value,
        ledger.WorkloadCollections);
}

/// <summary>Warnings as <c>results.json</c> states them.</summary>
internal static class WarningResults
{
    /// <summary>The warnings of the run, then those of each comparison.</summary>
    public static IReadOnlyList<WarningResult> Of(RunAnalysis run) =>
    [
        .. run.Manifest.Warnings.Select(message => new WarningResult(ModelJson.Word(WarningSeverity.Warning), message)),
        .. run.Comparisons.SelectMany(comparison => comparison.Warnings.Select(warning => new WarningResult(ModelJson.Word(warning.Severity), warning.Message)
        {
            Id = warning.Id,
            Comparison = comparison.Comparison.Id,
            Remedy = warning.Remedy,
        })),
    ];
}

/// <summary>Latencies as <c>results.json</c> states them.</summary>
internal static class LatencyResults
{
    /// <summary>Response time: from due to done, or from start to done without a schedule. Null where operations were timed in batches.</summary>
    public static LatencyResult? ResponseTime(SideLatency? latency) => latency is null ? null : Of(latency.ResponseTime, latency);

    /// <summary>Service time: from start to done. Null where that is the response time.</summary>
    public static LatencyResult? Service(SideLatency? latency) => latency is { HasSchedule: true } ? Of(latency.Service, latency) : null;

    /// <summary>What became of arrivals; null for loads without a schedule.</summary>
    public static ArrivalsResult? Arrivals(SideLatency? latency) => latency?.Arrivals is not { } arrivals ? null : new ArrivalsResult(
        arrivals.Due,
        arrivals.Late,
        arrivals.Dropped,
        At(arrivals.Lateness, 0.5),
        At(arrivals.Lateness, 0.99),
        arrivals.Due == 0 ? 0 : arrivals.PacerCpu.Value / (double)arrivals.Due);

    // Arrivals may all have been dropped: then there is none whose latency could be stated.
    private static LatencyResult? Of(Latencies latencies, SideLatency side) => latencies.Count == 0 ? null : new LatencyResult(
        At(latencies, 0.5),
        At(latencies, 0.9),
        At(latencies, 0.99),
        SideLatency.P999(latencies)?.Value,
        latencies.Max.Value,
        latencies.Count,
        SideLatency.P999(side.Hiccups)?.Value,
        SideLatency.P999(side.Idle)?.Value);

    private static double At(Latencies latencies, double fraction) => latencies.Quantile(fraction)?.Value ?? 0;
}
