using MathNet.Numerics.Distributions;

namespace AsyncLoad.Analysis.Statistics;

/// <summary>How many pairs, judged at one look, give an interval so narrow. A guess from the spread seen so far: for advice, never for a verdict.</summary>
public static class PairsNeeded
{
    /// <summary>More than a comparison may ask for is no advice.</summary>
    public const int Most = 1_000;

    // Student's interval is 3 % narrower than that of signed ranks at 8 normal values and more (efficiency 3/π, and ranks are whole numbers).
    private const double RanksAgainstStudent = 1.03;
    private const int Fewest = 8;

    /// <summary>The fewest pairs whose interval is expected to reach <paramref name="halfWidth"/> to either side, 8 or more; null above <see cref="Most"/>.</summary>
    /// <param name="spread">Standard deviation of the log ratio over pairs; 0 or more.</param>
    /// <param name="halfWidth">Half-width of the log ratio's interval; above 0.</param>
    public static int? For(double spread, double halfWidth)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(spread);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(halfWidth);
        if (HalfWidthPerSpread(Most) * spread > halfWidth) return null;
        var pairs = Fewest;
        while (HalfWidthPerSpread(pairs) * spread > halfWidth) pairs++;
        return pairs;
    }

    /// <summary>Half-width that so many normal log ratios of spread 1 give on average at one look.</summary>
    /// <param name="pairs">8 or more.</param>
    internal static double HalfWidthPerSpread(int pairs) =>
        RanksAgainstStudent * StudentT.InvCDF(0, 1, pairs - 1, 1 - (Looks.TotalError / 2)) / Math.Sqrt(pairs);
}
