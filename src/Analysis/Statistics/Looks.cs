using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Statistics;

/// <summary>Judges one growing sample of pairs at looks fixed in advance, with 5 % error over all of them. Any rule for stopping at a look is then valid.</summary>
/// <remarks>
/// Each look may spend an even part of the error (<see cref="LookBounds"/>). The default looks, 8, 12, 16, 24, 36 and 48 pairs, use k = 1, 8, 22, 66,
/// 180 and 357 of the ordered Walsh averages for the interval. A single look gets the whole 5 %: k = 1 at 6 pairs, 4 at 8. Whether the sides are
/// equivalent is decided by two one-sided tests of 5 % each (Schuirmann, D. J. (1987), "A comparison of the two one-sided tests procedure and the
/// power approach for assessing the equivalence of average bioavailability", Journal of Pharmacokinetics and Biopharmaceutics 15, 657-680): k = 2,
/// 11, 27, 75, 197 and 385.
/// </remarks>
public static class Looks
{
    /// <summary>Error over all looks: a wrong interval at the look where a comparison ends, at most once in twenty.</summary>
    public const double TotalError = 0.05;

    /// <summary>Most pairs a comparison may ask for.</summary>
    public const int MostPairs = 1_000;

    /// <summary>Most looks a comparison may ask for.</summary>
    public const int MostLooks = 20;

    /// <summary>The two-sided error of an interval at one of the looks, by itself.</summary>
    /// <param name="pairs">The look.</param>
    /// <param name="looks">Numbers of pairs, ascending, at least one.</param>
    /// <param name="inner">Whether <see cref="RatioInterval.Inner"/> is asked for.</param>
    /// <returns>Null where so few pairs allow no interval.</returns>
    public static double? ErrorAt(int pairs, IReadOnlyList<int> looks, bool inner = false) =>
        Spent(pairs, looks, twoSided: !inner).Ranks[^1] is { } rank ? 2 * SignedRank.Tail(pairs, rank) : null;

    /// <summary>The fewest pairs that an interval needs: 6 with one look, 8 with four to six.</summary>
    /// <param name="looks">How many looks there are, at least one.</param>
    public static int FewestPairs(int looks)
    {
        var pairs = 1;
        while (SignedRank.Rank(pairs, TotalError / looks) is null) pairs++;
        return pairs;
    }

    /// <summary>Why so few completed pairs have no interval, in words; null where there are enough.</summary>
    /// <param name="looks">How many looks there are, at least one.</param>
    public static string? TooFew(int pairs, int looks) => FewestPairs(looks) is var fewest && pairs < fewest
        ? FormattableString.Invariant($"{pairs} completed {(pairs == 1 ? "pair" : "pairs")}; an interval at this confidence needs {fewest}")
        : null;

    /// <summary>
    /// The ratio with its interval: pseudo-median of the log ratios and signed-rank bounds. A count between two looks (an interrupted run) is
    /// judged like a look, since nothing in the data chose it.
    /// </summary>
    /// <param name="ratios">One positive ratio per pair.</param>
    /// <param name="looks">Numbers of pairs, ascending, at least one.</param>
    /// <exception cref="ArgumentException">There are fewer ratios than <see cref="FewestPairs"/>, or one is not positive and finite.</exception>
    public static RatioInterval Interval(IReadOnlyList<double> ratios, IReadOnlyList<int> looks)
    {
        ArgumentNullException.ThrowIfNull(ratios);
        if (ratios.Any(ratio => !double.IsFinite(ratio) || ratio <= 0)) throw new ArgumentException("ratios must be positive", nameof(ratios));
        double[] logs = [.. ratios.Select(ratio => Math.Log(ratio))];
        var rank = Spent(logs.Length, looks, twoSided: true).Ranks[^1]
            ?? throw new ArgumentException($"{logs.Length} pairs allow no interval; {FewestPairs(looks.Count)} do", nameof(ratios));
        var inner = Spent(logs.Length, looks, twoSided: false).Ranks[^1] ?? rank;
        var averages = new WalshAverages(logs);
        return new RatioInterval(
            Math.Exp(HodgesLehmann.PseudoMedian(logs)),
            Math.Exp(averages[rank - 1]),
            Math.Exp(averages[^rank]),
            Confidence(logs.Length, looks),
            logs.Length)
        {
            Inner = new RatioBounds(Math.Exp(averages[inner - 1]), Math.Exp(averages[^inner])),
        };
    }

    /// <summary>Coverage of the interval where a comparison ends, whichever look that is: 1 − the error that the looks really use together. 96.9 % for one look at 6 pairs.</summary>
    /// <param name="looks">Numbers of pairs, ascending, at least one.</param>
    public static double Confidence(int pairs, IReadOnlyList<int> looks) =>
        1 - (looks.Contains(pairs) ? LookBounds.Of(looks, looks.Count, twoSided: true) : Spent(pairs, looks, twoSided: true)).Error;

    private static SpentError Spent(int pairs, IReadOnlyList<int> looks, bool twoSided)
    {
        ArgumentNullException.ThrowIfNull(looks);
        ArgumentOutOfRangeException.ThrowIfZero(looks.Count, nameof(looks));
        int[] judged = [.. looks.Where(look => look < pairs), pairs];
        return LookBounds.Of(judged, Math.Max(looks.Count, judged.Length), twoSided);
    }
}
