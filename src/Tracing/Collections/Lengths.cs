using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Tracing.Collections;

/// <summary>
/// Lengths in ms with their quantiles, in bounded memory. Up to <see cref="MostKept"/> all are kept; beyond that, as many drawn at random, each with
/// the same chance. Count, sum and largest are always exact.
/// </summary>
/// <remarks>Vitter, J. S. (1985), "Random sampling with a reservoir", ACM Transactions on Mathematical Software 11, 37-57, algorithm R.</remarks>
internal sealed class Lengths
{
    /// <summary>How many lengths are kept.</summary>
    public const int MostKept = 100_000;

    private readonly List<double> kept = [];

    // One seed for all, so that one trace always gives the same figures.
    private readonly Random random = new(1);
    private long count;
    private double largest;

    /// <summary>The lengths that are kept; all of them, in order, while there are no more than <see cref="MostKept"/>.</summary>
    public IReadOnlyList<double> Kept => kept;

    public double SumMs { get; private set; }

    public void Add(double milliseconds)
    {
        count++;
        SumMs += milliseconds;
        largest = Math.Max(largest, milliseconds);
        if (kept.Count < MostKept) kept.Add(milliseconds);
        else if (random.NextInt64(count) is var place and < MostKept) kept[(int)place] = milliseconds;
    }

    /// <summary>Their quantiles; null when there are none.</summary>
    public PauseQuantiles? Quantiles()
    {
        if (count == 0) return null;
        var ordered = kept.Order().ToArray();
        return new PauseQuantiles(
            (int)Math.Min(count, int.MaxValue),
            SumMs,
            Quantile.OfOrdered(ordered, 0.5),
            Quantile.OfOrdered(ordered, 0.95),
            Quantile.OfOrdered(ordered, 0.99),
            largest);
    }
}
