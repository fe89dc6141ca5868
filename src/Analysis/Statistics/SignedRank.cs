using System.Collections.Concurrent;

namespace AsyncLoad.Analysis.Statistics;

/// <summary>The exact null distribution of Wilcoxon's signed-rank statistic, and the interval for the centre of symmetry that follows from it.</summary>
/// <remarks>
/// Wilcoxon, F. (1945), "Individual comparisons by ranking methods", Biometrics Bulletin 1, 80-83; the interval by Tukey (1949) as given in
/// Hollander, Wolfe and Chicken (2014), "Nonparametric Statistical Methods", 3rd ed., section 3.3, eqs. (3.30) and (3.31).
/// Ties and zeros only make the interval wider than it need be.
/// </remarks>
public static class SignedRank
{
    // A run asks again for the same few numbers after every pair, and then for the next one. Each follows from the one before it, in n²/2 steps.
    private static readonly ConcurrentDictionary<(int Pairs, double Error), int?> Ranks = new();
    private static readonly ConcurrentDictionary<(int Pairs, int Rank), double> Tails = new();
    private static readonly Lock Growing = new();
    private static (int Pairs, double[] Probability) grown = (0, [1]);

    /// <summary>
    /// The k of the interval from the k-th smallest to the k-th largest Walsh average: the largest with 2·P(W ≤ k − 1) ≤ <paramref name="error"/>.
    /// Tables print the critical value k − 1.
    /// </summary>
    /// <param name="pairs">Sample size, 1 or more.</param>
    /// <param name="error">Two-sided error, above 0 and below 1.</param>
    /// <returns>1 or more, or null when so few pairs cannot give so small an error.</returns>
    public static int? Rank(int pairs, double error)
    {
        if (error is not (> 0 and < 1)) throw new ArgumentOutOfRangeException(nameof(error), error, "above 0, below 1");
        return Ranks.GetOrAdd((pairs, error), static asked => RankOf(Distribution(asked.Pairs), asked.Error));
    }

    /// <summary>Coverage of the interval from the k-th smallest to the k-th largest Walsh average: 1 − 2·P(W ≤ k − 1).</summary>
    /// <param name="pairs">Sample size, 1 or more.</param>
    /// <param name="rank">k, 1 or more.</param>
    public static double Confidence(int pairs, int rank) => 1 - (2 * Tail(pairs, rank));

    /// <summary>Probability that the centre lies below the k-th smallest Walsh average: P(W ≤ k − 1).</summary>
    /// <param name="pairs">Sample size, 1 or more.</param>
    /// <param name="rank">k, 1 or more.</param>
    public static double Tail(int pairs, int rank)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(rank, 1);
        return Tails.GetOrAdd((pairs, rank), static asked => Sum(Distribution(asked.Pairs).AsSpan(0, asked.Rank)));
    }

    /// <summary>The interval for the centre of symmetry, or null when so few values cannot give so small an error.</summary>
    /// <param name="values">Finite values in any order, such as the log ratios of pairs.</param>
    /// <param name="error">Two-sided error that must not be exceeded.</param>
    public static CenterInterval? Interval(ReadOnlySpan<double> values, double error)
    {
        if (values.IsEmpty || Rank(values.Length, error) is not { } rank) return null;
        var averages = new WalshAverages(values);
        return new CenterInterval(averages[rank - 1], averages[^rank], Confidence(values.Length, rank));
    }

    /// <summary>P(W = w) for w = 0 … n(n+1)/2: each rank 1 … n counts or not with probability ½.</summary>
    /// <param name="pairs">Sample size n, 1 or more. Exact to 53 pairs, beyond that to rounding of doubles.</param>
    internal static double[] Distribution(int pairs)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(pairs, 1);
        lock (Growing)
        {
            var (known, from) = grown.Pairs <= pairs ? grown : (0, [1]);
            if (known == pairs) return from;
            var probability = Grow(from, known, pairs);
            if (pairs > grown.Pairs) grown = (pairs, probability);
            return probability;
        }
    }

    private static double[] Grow(double[] from, int known, int pairs)
    {
        var probability = new double[(pairs * (pairs + 1) / 2) + 1];
        from.CopyTo(probability, 0);
        var reached = from.Length - 1;
        for (var rank = known + 1; rank <= pairs; rank++)
        {
            reached += rank;
            // Downwards, so that every cell still holds the distribution without this rank when it is read.
            for (var w = reached; w >= 0; w--)
            {
                var with = w >= rank ? probability[w - rank] : 0;
                probability[w] = (probability[w] + with) / 2;
            }
        }

        return probability;
    }

    /// <summary>The largest k with 2·P(statistic ≤ k − 1) ≤ error, of the null distribution of any rank statistic from 0 on; null when there is none.</summary>
    internal static int? RankOf(double[] distribution, double error)
    {
        var tail = 0.0;
        var rank = 0;
        while (rank < distribution.Length && 2 * (tail + distribution[rank]) <= error) tail += distribution[rank++];
        return rank == 0 ? null : rank;
    }

    private static double Sum(ReadOnlySpan<double> values)
    {
        var sum = 0.0;
        foreach (var value in values) sum += value;
        return sum;
    }
}

/// <summary>An interval for a centre, in the unit of the sample.</summary>
/// <param name="Confidence">Coverage that the sample size allows, at least the one asked for; 0 to 1.</param>
public sealed record CenterInterval(double Low, double High, double Confidence);
