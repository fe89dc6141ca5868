using System.Collections.Concurrent;

namespace AsyncLoad.Analysis.Statistics;

/// <summary>
/// How wide an interval to expect before anything is measured: the mean half-width of the signed-rank interval, in standard deviations of one pair's
/// log ratio. It falls with the root of the number of pairs.
/// </summary>
/// <remarks>
/// The interval is <see cref="SignedRank"/>'s, from the k-th smallest to the k-th largest Walsh average (Hollander, Wolfe and Chicken (2014), section
/// 3.3, eqs. (3.30) and (3.31)). Its expected length has no closed form except for k = 1, the mean range of a normal sample (Tippett, L. H. C.
/// (1925), "On the extreme individuals and the range of samples taken from a normal population", Biometrika 17, 364-387), so it is the mean over
/// seeded normal samples. For many pairs it nears z·√(π/3n), the efficiency of Hodges and Lehmann (1963).
/// </remarks>
public static class HalfWidth
{
    // 400,000 Walsh averages in all: a mean that is right to 0.5 % from 6 to 100 pairs, in about 30 ms.
    private const int AveragesInAll = 400_000;
    private const int Seed = 20_260_101;

    // Every undecided comparison of a report asks for the same few numbers of pairs.
    private static readonly ConcurrentDictionary<(int Pairs, double Error), double?> Known = new();

    /// <summary>Expected half-width over the spread; above 0.</summary>
    /// <param name="pairs">Pairs at the look, 1 or more.</param>
    /// <param name="error">Two-sided error of the look, above 0 and below 1.</param>
    /// <returns>Null when so few pairs cannot give so small an error.</returns>
    public static double? PerSpread(int pairs, double error) => Known.GetOrAdd((pairs, error), static asked => Simulated(asked.Pairs, asked.Error));

    /// <summary>The same at one of several looks.</summary>
    /// <param name="look">One of them.</param>
    /// <param name="looks">Numbers of pairs, ascending.</param>
    /// <param name="inner">Whether the inner interval is asked for.</param>
    /// <returns>Null where so few pairs allow no interval.</returns>
    public static double? AtLook(int look, IReadOnlyList<int> looks, bool inner = false) => Looks.ErrorAt(look, looks, inner) is { } error ? PerSpread(look, error) : null;

    /// <summary>The fewest pairs of a single look whose interval is expected to be no wider.</summary>
    /// <param name="spread">Standard deviation of one pair's log ratio, 0 or more.</param>
    /// <param name="halfWidth">Relative half-width wanted, above 0: 0.02 for ±2 %.</param>
    /// <param name="most">Most pairs that may be asked for.</param>
    /// <param name="error">Two-sided error of the interval, above 0 and below 1: twice <see cref="Looks.TotalError"/> for the inner interval, of two one-sided tests.</param>
    /// <returns>Null when <paramref name="most"/> pairs would not suffice.</returns>
    public static int? PairsFor(double spread, double halfWidth, int most, double error = Looks.TotalError)
    {
        if (spread is not (>= 0 and < double.PositiveInfinity)) throw new ArgumentOutOfRangeException(nameof(spread), spread, "0 or more, and finite");
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(halfWidth);
        // Doubling, then bisection: the width falls with every pair except for steps of the rank, which are smaller than the uncertainty of the spread.
        var low = Looks.FewestPairs(1);
        var high = Math.Min(low, most);
        while (!Enough(high))
        {
            if (high >= most) return null;
            high = Math.Min(2 * high, most);
        }

        while (low < high)
        {
            var middle = low + ((high - low) / 2);
            if (Enough(middle)) high = middle;
            else low = middle + 1;
        }

        return low;

        bool Enough(int pairs) => PerSpread(pairs, error) * spread <= halfWidth;
    }

    private static double? Simulated(int pairs, double error)
    {
        if (SignedRank.Rank(pairs, error) is not { } rank) return null;
        var samples = Math.Max(1, AveragesInAll / (pairs * (pairs + 1) / 2));
        var random = new Random(Seed);
        var values = new double[pairs];
        var sum = 0.0;
        for (var sample = 0; sample < samples; sample++)
        {
            for (var i = 0; i < values.Length; i++) values[i] = Normal(random);
            var averages = new WalshAverages(values);
            sum += (averages[^rank] - averages[rank - 1]) / 2;
        }

        return sum / samples;
    }

    // Box, G. E. P. and Muller, M. E. (1958), "A note on the generation of random normal deviates", Annals of Mathematical Statistics 29, 610-611.
    private static double Normal(Random random) => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
