using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>
/// Bytes per operation from count slices. What completes synchronously is exact, so its slices must agree: a mean of figures that differ would
/// mislead. Once operations suspend, bytes depend on pools and timing, and at full collections the runtime allocates too:
/// then the mean is given with its range.
/// </summary>
/// <param name="PerOperation">Bytes per operation, without the driver's share; null with <paramref name="Missing"/> saying why.</param>
/// <param name="Lowest">Least among the slices; null without any.</param>
/// <param name="Highest">Most among the slices; null without any.</param>
/// <param name="Missing">Why there is no figure, or null.</param>
public sealed record CountedBytes(double? PerOperation, double? Lowest, double? Highest, string? Missing)
{
    /// <summary>How far two count slices may be apart, in bytes per operation: a stray allocation of the runtime, spread over a slice's operations.</summary>
    public const double Tolerance = SideResult.StrayBytesPerOperation;

    // For large operations: lists and tables that grow now and then add a few bytes to tens of thousands.
    private const double TolerableShare = 1e-4;

    // At a full collection, each array pool asks how full memory is, which takes some 330 bytes. Where it runs in the background, what is left of
    // each thread's allocation context counts as allocated, up to 8 KB.
    private const double OfAFullCollection = 16 * 1024;

    /// <summary>The figure of all count slices of all pairs.</summary>
    public static CountedBytes Of(IReadOnlyList<SideMeasurement> measurements)
    {
        var slices = measurements.SelectMany(measurement => measurement.Counts).Where(slice => slice.Operations > 0).ToList();
        if (slices.Count == 0) return new CountedBytes(null, null, null, "no count slice was taken");

        var lowest = slices.Min(slice => slice.BytesPerOperation);
        var highest = slices.Max(slice => slice.BytesPerOperation);
        var collected = slices.Max(slice => OfAFullCollection * slice.FullCollections / slice.Operations);
        if (Apart(lowest, highest) && highest - lowest > collected && slices.TrueForAll(slice => slice.Suspensions == 0))
        {
            var reason = FormattableString.Invariant($"count slices disagree: {lowest:0.###} to {highest:0.###} B/op");
            return new CountedBytes(null, lowest, highest, reason);
        }

        // Where operations suspend, of processes and not of slices: one that differs from those before it is counted more often than they are.
        var mean = slices.Exists(slice => slice.Suspensions > 0) ? measurements.Select(side => Mean(side.Counts)).OfType<double>().Average() : Mean(slices);
        return new CountedBytes(mean, lowest, highest, null);
    }

    /// <summary>Whether the disagreement of slices, and not their absence, is why there is no figure.</summary>
    public bool Disagree => PerOperation is null && Lowest is not null;

    /// <summary>Whether the figure is a mean of slices that differ, because operations suspend or cause full collections.</summary>
    public bool Vary => PerOperation is not null && Differ;

    /// <summary>Whether slices are further apart than they may be: they vary, or they disagree.</summary>
    public bool Differ => Lowest is { } lowest && Highest is { } highest && Apart(lowest, highest);

    private static double? Mean(IReadOnlyCollection<CountSlice> slices) =>
        slices.Sum(slice => slice.Operations) is > 0 and var operations ? slices.Sum(slice => (double)(slice.Bytes - slice.DriverBytes)) / operations : null;

    private static bool Apart(double lowest, double highest) => highest - lowest > Math.Max(Tolerance, TolerableShare * highest);
}
