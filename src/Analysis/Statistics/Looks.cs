using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Statistics;

/// <summary>Judging one growing sample of pairs at looks fixed in advance, with 5 % error over all of them, so that any rule for stopping at a look is valid.</summary>
/// <remarks>
/// The error is shared evenly (Bonferroni: Dunn, O. J. (1961), "Multiple comparisons among means", JASA 56, 52-64). Looks at 8, 12, 16 and 24 pairs
/// get 1.25 % each and use k = 1, 9, 21 and 64 of the ordered Walsh averages; a single look gets the whole 5 %: k = 1 at 6 pairs, 4 at 8.
/// </remarks>
public static class Looks
{
    /// <summary>Error over all looks: a wrong interval at the look where a comparison ends, once in twenty at most.</summary>
    public const double TotalError = 0.05;

    /// <summary>Most pairs a comparison may ask for.</summary>
    public const int MostPairs = 1_000;

    /// <summary>Most looks a comparison may ask for.</summary>
    public const int MostLooks = 20;

    /// <summary>The error that each look may use.</summary>
    /// <param name="looks">Numbers of pairs, ascending, at least one.</param>
    public static double ErrorEach(IReadOnlyList<int> looks)
    {
        ArgumentNullException.ThrowIfNull(looks);
        ArgumentOutOfRangeException.ThrowIfZero(looks.Count, nameof(looks));
        return TotalError / looks.Count;
    }

    /// <summary>The fewest pairs that an interval needs: 6 with one look, 8 with four.</summary>
    /// <param name="looks">How many looks there are, at least one.</param>
    public static int FewestPairs(int looks)
    {
        var pairs = 1;
        while (SignedRank.Rank(pairs, TotalError / looks) is null) pairs++;
        return pairs;
    }

    /// <summary>
    /// The ratio with its interval: pseudo-median of the log ratios and signed-rank bounds. A count between two looks (an interrupted run) is
    /// judged like a look, for nothing in the data chose it.
    /// </summary>
    /// <param name="ratios">One positive ratio a pair.</param>
    /// <param name="looks">Numbers of pairs, ascending, at least one.</param>
    /// <exception cref="ArgumentException">There are fewer ratios than <see cref="FewestPairs"/>, or one is not positive and finite.</exception>
    public static RatioInterval Interval(IReadOnlyList<double> ratios, IReadOnlyList<int> looks)
    {
        ArgumentNullException.ThrowIfNull(ratios);
        if (ratios.Any(ratio => !double.IsFinite(ratio) || ratio <= 0)) throw new ArgumentException("ratios must be positive", nameof(ratios));
        double[] logs = [.. ratios.Select(ratio => Math.Log(ratio))];
        var bounds = SignedRank.Interval(logs, ErrorEach(looks))
            ?? throw new ArgumentException($"{logs.Length} pairs allow no interval; {FewestPairs(looks.Count)} do", nameof(ratios));
        return new RatioInterval(
            Math.Exp(HodgesLehmann.PseudoMedian(logs)),
            Math.Exp(bounds.Low),
            Math.Exp(bounds.High),
            Confidence(logs.Length, looks),
            logs.Length);
    }

    /// <summary>Coverage of the interval where a comparison ends, whichever look that is: 1 − the errors that the looks really use. 96.9 % for one look at 6 pairs.</summary>
    /// <param name="looks">Numbers of pairs, ascending, at least one.</param>
    public static double Confidence(int pairs, IReadOnlyList<int> looks)
    {
        var error = ErrorEach(looks);
        var judged = looks.Contains(pairs) ? looks : looks.Where(look => look < pairs).Append(pairs);
        return 1 - judged.Sum(look => SignedRank.Rank(look, error) is { } rank ? 1 - SignedRank.Confidence(look, rank) : 0);
    }
}
