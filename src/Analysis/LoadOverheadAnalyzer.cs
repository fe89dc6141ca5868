using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis;

/// <summary>Computes load overhead from the no-op comparisons of the plan. It is stated, never subtracted from times.</summary>
internal static class LoadOverheadAnalyzer
{
    /// <summary>Both sides of one load overhead comparison.</summary>
    public static IEnumerable<LoadOverheadAnalysis> Analyze(ComparisonEvidence evidence)
    {
        var pairs = evidence.Progress.Completed;
        yield return Of(evidence.Comparison.Baseline, [.. pairs.Select(pair => pair.Baseline)]);
        yield return Of(evidence.Comparison.Candidate, [.. pairs.Select(pair => pair.Candidate)]);
    }

    private static LoadOverheadAnalysis Of(Cell cell, IReadOnlyList<SideMeasurement> measurements)
    {
        var ledger = LedgerBuilder.Build(measurements);
        if (cell.Load is LoadSettings.Simulations { WholeRun: not null } simulations) return OfWholeRuns(cell, simulations, ledger);
        // The slice with the median bytes is used: bytes are fixed for one start of the load, so they are not averaged.
        var counts = measurements.SelectMany(measurement => measurement.Counts).Where(count => count.Operations > 0).OrderBy(count => count.Bytes).ToList();
        var typical = counts.Count == 0 ? null : counts[(counts.Count - 1) / 2];
        return new LoadOverheadAnalysis(
            cell.Load.Slug,
            cell.Gc.Name,
            cell.Variant,
            ledger?.NsPerOperation,
            ledger?.CpuNsPerOperation,
            SideLatency.Of(measurements, [])?.Arrivals is { Due: > 0 } arrivals ? arrivals.PacerCpu.Value / (double)arrivals.Due : null,
            typical is null ? null : typical.Bytes / (double)typical.Operations,
            typical?.Bytes,
            typical?.Operations,
            cell.Runtime?.Name);
    }

    // Count slices run without the engine, so bytes are taken from its whole runs. One operation is one iteration there. The time inside
    // operations would omit the engine's work between iterations of a copy; between arrivals it only waits.
    private static LoadOverheadAnalysis OfWholeRuns(Cell cell, LoadSettings.Simulations load, GcLedger? ledger) => new(
        cell.Load.Slug,
        cell.Gc.Name,
        cell.Variant,
        load.HasArrivals || ledger is null ? ledger?.NsPerOperation : ledger.Elapsed.Value / (double)ledger.Operations,
        ledger?.CpuNsPerOperation,
        null,
        ledger is null ? null : ledger.AllocatedBytes / (double)ledger.Operations,
        null,
        null,
        cell.Runtime?.Name);
}
