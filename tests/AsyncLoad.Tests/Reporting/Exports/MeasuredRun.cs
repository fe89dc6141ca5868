using AsyncLoad.Analysis;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Model;

namespace AsyncLoad.Tests.Reporting.Exports;

/// <summary>Runs whose sides have the pairs that their figures could come from.</summary>
internal static class MeasuredRun
{
    private const int Pairs = 6;

    /// <summary>The same run with six pairs of each side that has figures.</summary>
    public static RunAnalysis Measured(this RunAnalysis run) => run with { Comparisons = [.. run.Comparisons.Select(comparison => comparison.WithSides(Measured))] };

    private static SideAnalysis Measured(SideAnalysis side) => side.Ledger.Value is not { } ledger || !double.IsFinite(ledger.NsPerOperation)
        ? side
        : side with { Measurements = [.. Enumerable.Range(0, Pairs).Select(index => Pair(ledger.NsPerOperation * (0.97 + (0.01 * index)), ledger.BytesPerOperation ?? 0))] };

    /// <summary>A pair in which a million operations took so long each.</summary>
    public static SideMeasurement Pair(double nanoseconds, double bytes, long operations = 1_000_000) => Samples.Measurement with
    {
        Slices = [Samples.Slice with { Elapsed = new Nanoseconds((long)(nanoseconds * operations)), Operations = operations, ResponseTime = null }],
        Counts = [.. Enumerable.Repeat(new CountSlice(1_000, (long)(bytes * 1_000), 0, 0), 3)],
    };
}
