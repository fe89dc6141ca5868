using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting.Results;

/// <summary>
/// Turns an analysis into the records of <c>results.json</c>: unrounded, never NaN or infinite, every null named with its reason.
/// </summary>
public static class ResultsBuilder
{
    /// <summary>The results of a run.</summary>
    public static RunResults Build(RunAnalysis run)
    {
        ArgumentNullException.ThrowIfNull(run);
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
            manifest.Plan.Runtimes is null ? null : manifest.Plan.Skipped ?? []);
    }

    private static ComparisonResult Comparison(ComparisonAnalysis analysis)
    {
        var missing = new MissingFigures(member => Reasons.For(analysis, member));
        var (comparison, cell) = (analysis.Comparison, analysis.Comparison.Candidate);
        var sides = new SidePair<SideResult?>(
            SideOf(analysis, Side.Baseline, analysis.Sides.Baseline),
            SideOf(analysis, Side.Candidate, analysis.Sides.Candidate));
        var traces = new SidePair<TraceResult?>(TraceResults.Of(analysis.Traces.Baseline), TraceResults.Of(analysis.Traces.Candidate));
        missing.Note("metrics.baseline", sides.Baseline, Reasons.ForSide(analysis, "metrics", Side.Baseline));
        missing.Note("metrics.candidate", sides.Candidate, Reasons.ForSide(analysis, "metrics", Side.Candidate));
        missing.Note("traces.baseline", traces.Baseline, Reasons.ForSide(analysis, "traces", Side.Baseline));
        missing.Note("traces.candidate", traces.Candidate, Reasons.ForSide(analysis, "traces", Side.Candidate));
        missing.Note("verdict", analysis.Verdict);
        return new ComparisonResult(
            comparison.Id,
            comparison.Experiment,
            cell.Workload,
            Sorted(cell.Parameters),
            comparison.Baseline.Variant,
            cell.Variant,
            cell.Load.Slug,
            cell.Pressure.Name,
            cell.Gc.Name,
            analysis.Verdict,
            missing.Interval("ratio", analysis.Ratio),
            missing.Interval("cpuRatio", analysis.CpuRatio),
            missing.Interval("p99Ratio", analysis.P99Ratio),
            missing.Number("halfWidth", analysis.HalfWidth),
            missing.Number("spread", analysis.Spread),
            missing.Number("gcPart", analysis.Split?.GcPart),
            missing.Number("mutatorPart", analysis.Split?.MutatorPart),
            missing.Number("bytesDifference", analysis.BytesDifference),
            sides,
            traces,
            [.. analysis.Warnings.Select(warning => warning.Id).Distinct(StringComparer.Ordinal)],
            missing.ByName,
            cell.Runtime?.Name);
    }

    private static SideResult? SideOf(ComparisonAnalysis analysis, Side side, GcLedger? ledger)
    {
        if (ledger is null) return null;
        var missing = new MissingFigures(member => member == "poolHitRate" ? Reasons.ForPool(analysis, side) ?? Reasons.NotPooled : Reasons.For(analysis, side, member));
        var latency = analysis.Latencies.Of(side);
        missing.Note("latencyNs", latency);
        if (latency is not { HasSchedule: true })
        {
            missing.Note("serviceNs", null, Reasons.NoSchedule);
            missing.Note("arrivals", null, Reasons.NoSchedule);
        }

        missing.Note("pressure", ledger.Pressure, "no pressure was asked for");
        return new SideResult(
            missing.Number("nsPerOperation", ledger.NsPerOperation),
            missing.Number("bytesPerOperation", ledger.BytesPerOperation),
            missing.Number("operationsPerSecond", ledger.OperationsPerSecond),
            missing.Number("cpuNsPerOperation", ledger.CpuNsPerOperation),
            missing.Number("gen0PerMillionOperations", ledger.PerMillionOperations(ledger.Gen0)),
            missing.Number("gen1PerMillionOperations", ledger.PerMillionOperations(ledger.Gen1)),
            missing.Number("gen2PerMillionOperations", ledger.PerMillionOperations(ledger.Gen2)),
            missing.Number("pauseShare", ledger.PauseShare),
            missing.Number("poolHitRate", analysis.Pools.Of(side)?.Rate),
            LatencyResults.ResponseTime(latency),
            LatencyResults.Service(latency),
            LatencyResults.Arrivals(latency),
            ledger.Pressure is { } pressure ? PressureResults.Of(analysis.Comparison.CellOf(side).Pressure, ledger, pressure) : null,
            missing.ByName);
    }

    // An infinite limit cannot be written as JSON and can only come from a number too large for a double.
    private static GateResult Gate(GateResult gate) => gate with
    {
        Max = Finite(gate.Max),
        Min = Finite(gate.Min),
        MaxChange = Finite(gate.MaxChange),
        Value = gate.Value is { } value && double.IsFinite(value) ? value : null,
    };

    private static double? Finite(double? limit) => limit is { } value ? Math.Clamp(value, double.MinValue, double.MaxValue) : null;

    private static SortedDictionary<string, LoadOverheadResult> LoadOverhead(IReadOnlyList<LoadOverheadAnalysis> costs)
    {
        var results = new SortedDictionary<string, LoadOverheadResult>(StringComparer.Ordinal);
        foreach (var cost in costs)
        {
            var missing = new MissingFigures(_ => "it could not be measured");
            results[$"{cost.Load}/{cost.GcSettings}/{(cost.Runtime is { } runtime ? $"{runtime}/" : "")}{cost.Variant}"] = new LoadOverheadResult(
                missing.Number("nsPerOperation", cost.NsPerOperation),
                missing.Number("cpuNsPerOperation", cost.CpuNsPerOperation),
                cost.PacerNsPerArrival is { } pacer ? missing.Number("pacerCpuNsPerArrival", pacer) : missing.Without("pacerCpuNsPerArrival", Reasons.NoPacer),
                missing.Number("bytesPerOperation", cost.BytesPerOperation),
                missing.Noted("operations", cost.CountOperations),
                missing.ByName);
        }

        return results;
    }

    private static SortedDictionary<string, string> Sorted(IReadOnlyDictionary<string, string> values) =>
        new(values.ToDictionary(entry => entry.Key, entry => entry.Value), StringComparer.Ordinal);
}
