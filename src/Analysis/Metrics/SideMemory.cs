using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>Memory of one side over its pairs.</summary>
/// <param name="Peak">Largest working set over the measured slices, in bytes.</param>
/// <param name="IsSampled">Whether a peak was only sampled between slices.</param>
/// <param name="Retained">Heap after a full collection when all operations had ended, in bytes.</param>
/// <param name="PerOperation">Its growth since the set-up, in bytes per operation.</param>
public sealed record SideMemory(Figure<PairRange?> Peak, bool IsSampled, Figure<PairRange?> Retained, Figure<PairRange?> PerOperation)
{
    /// <summary>Bytes that a process may keep for itself while it measures: what its methods and threads set up when they are first used.</summary>
    public const long OfProcess = 500_000;

    private const string Older = "measured by an older version, which did not measure memory";

    // The process itself may account for at most a tenth of a growth that is stated.
    private const double OfProcessShare = 0.1;

    /// <summary>The figures of all pairs; a pair without one leaves the side without.</summary>
    /// <param name="measurements">One for each completed pair.</param>
    public static SideMemory Of(IReadOnlyList<SideMeasurement> measurements)
    {
        var heaps = measurements.Select(measurement => measurement.Memory?.Heap).ToList();
        var missing = measurements.Count == 0 ? "no pair was completed" : measurements.Any(measurement => measurement.Memory is null) ? Older : null;
        return new SideMemory(
            Over(measurements.Select(measurement => (double?)measurement.Memory?.Peak), missing ?? "the system does not report the working set of a process"),
            measurements.Any(measurement => measurement.Memory is { IsSampled: true }),
            Over(heaps.Select(heap => (double?)heap?.After), missing ?? "the measured process did not report it"),
            Over(
                heaps.Select(heap => heap is not null && IsOfOperations(heap) ? heap.Growth / (double)heap.Operations : (double?)null),
                missing ?? FormattableString.Invariant($"too few operations: a process keeps up to {new MeasuredSize(OfProcess)} for itself, and that may be what grew")));
    }

    private static bool IsOfOperations(HeapUse heap) => heap.Operations > 0 && OfProcess <= Math.Max(heap.Operations, OfProcessShare * Math.Abs(heap.Growth));

    private static Figure<PairRange?> Over(IEnumerable<double?> pairs, string missing)
    {
        var values = pairs.ToList();
        return values.Count == 0 || values.Contains(null) ? new Figure<PairRange?>(null, missing) : PairRange.Of(values.OfType<double>());
    }
}

/// <summary>A figure that every pair has.</summary>
/// <param name="Median">Median over pairs.</param>
/// <param name="Lowest">Least of a pair.</param>
/// <param name="Highest">Most of a pair.</param>
public sealed record PairRange(double Median, double Lowest, double Highest)
{
    /// <summary>Of these values, at least one.</summary>
    internal static PairRange Of(IEnumerable<double> values)
    {
        double[] ordered = [.. values.Order()];
        return new PairRange(Quantile.OfOrdered(ordered, 0.5), ordered[0], ordered[^1]);
    }
}
