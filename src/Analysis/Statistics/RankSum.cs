using MathNet.Numerics.Distributions;

namespace AsyncLoad.Analysis.Statistics;

/// <summary>
/// The exact null distribution of the Mann-Whitney statistic U (Wilcoxon's rank sum less its least value), and the interval for the shift between
/// two independent samples that follows from it.
/// </summary>
/// <remarks>
/// Mann, H. B. and Whitney, D. R. (1947), "On a test of whether one of two random variables is stochastically larger than the other", Annals of
/// Mathematical Statistics 18, 50-60: the recurrence of section 3. The interval by Lehmann, E. L. (1963), "Nonparametric confidence intervals for a
/// shift parameter", Annals of Mathematical Statistics 34, 1507-1512, as given in Hollander, Wolfe and Chicken (2014), "Nonparametric Statistical
/// Methods", 3rd ed., section 4.3. Ties only make the interval wider than it need be.
/// </remarks>
public static class RankSum
{
    /// <summary>Samples up to this size are counted exactly; where one is larger, <see cref="Rank"/> takes the normal approximation.</summary>
    public const int MostCounted = 100;

    /// <summary>P(U = u) for u = 0 … n·m, where U counts the (before, after) couples with before > after and neither sample is shifted.</summary>
    /// <param name="before">Size n of the first sample, 1 to <see cref="MostCounted"/>.</param>
    /// <param name="after">Size m of the second sample, 1 to <see cref="MostCounted"/>.</param>
    public static double[] Distribution(int before, int after)
    {
        Check(before);
        Check(after);
        // p(u; i, j) = i/(i+j) · p(u − j; i − 1, j) + j/(i+j) · p(u; i, j − 1), by where the largest of all values stands: only sums of
        // positive terms. Dividing generating functions would be quicker, but lose nine digits at a hundred values.
        var ofSize = new double[before + 1][];
        for (var i = 0; i <= before; i++) ofSize[i] = [1];
        for (var j = 1; j <= after; j++)
        {
            for (var i = 1; i <= before; i++) ofSize[i] = Mixed(ofSize[i - 1], ofSize[i], i, j);
        }

        return ofSize[before];
    }

    /// <summary>
    /// The k of the interval from the k-th smallest to the k-th largest difference: the largest with 2·P(U ≤ k − 1) ≤ <paramref name="error"/>.
    /// Tables print the critical value k − 1.
    /// </summary>
    /// <param name="before">Size of the first sample, 1 or more.</param>
    /// <param name="after">Size of the second sample, 1 or more.</param>
    /// <param name="error">Two-sided error, above 0 and below 1.</param>
    /// <returns>1 or more, or null when so few values cannot give so small an error: when 2 ÷ C(n + m, n) exceeds it.</returns>
    public static int? Rank(int before, int after, double error)
    {
        if (error is not (> 0 and < 1)) throw new ArgumentOutOfRangeException(nameof(error), error, "above 0, below 1");
        return Math.Max(before, after) > MostCounted ? Approximate(before, after, error) : SignedRank.RankOf(Distribution(before, after), error);
    }

    /// <summary>The interval for after − before, or null when so few values cannot give so small an error.</summary>
    /// <param name="before">Finite values in any order, such as the log ratios of one run's pairs.</param>
    /// <param name="after">Finite values in any order, independent of the others.</param>
    /// <param name="error">Two-sided error that must not be exceeded.</param>
    public static CenterInterval? ShiftInterval(ReadOnlySpan<double> before, ReadOnlySpan<double> after, double error)
    {
        if (before.IsEmpty || after.IsEmpty || Rank(before.Length, after.Length, error) is not { } rank) return null;
        var differences = PairwiseDifferences.Ordered(before, after);
        return new CenterInterval(differences[rank - 1], differences[^rank], Confidence(before.Length, after.Length, rank, error));
    }

    private static double Confidence(int before, int after, int rank, double error)
    {
        if (Math.Max(before, after) > MostCounted) return 1 - error;
        var tail = 0.0;
        foreach (var probability in Distribution(before, after).AsSpan(0, rank)) tail += probability;
        return 1 - (2 * tail);
    }

    // Lehmann (1963), large samples: n·m/2 − z·√(n·m·(n+m+1)/12); at a hundred values each it is the exact rank to within one.
    private static int? Approximate(int before, int after, double error)
    {
        var (couples, all) = ((double)before * after, (double)before + after + 1);
        var rank = (int)Math.Floor((couples / 2) + (Normal.InvCDF(0, 1, error / 2) * Math.Sqrt(couples * all / 12)));
        return rank < 1 ? null : rank;
    }

    private static double[] Mixed(double[] lessOneBefore, double[] lessOneAfter, int i, int j)
    {
        var mixed = new double[(i * j) + 1];
        var (weightBefore, weightAfter) = (i / (double)(i + j), j / (double)(i + j));
        for (var u = 0; u < lessOneBefore.Length; u++) mixed[u + j] = weightBefore * lessOneBefore[u];
        for (var u = 0; u < lessOneAfter.Length; u++) mixed[u] += weightAfter * lessOneAfter[u];
        return mixed;
    }

    private static void Check(int size)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(size, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(size, MostCounted);
    }
}

/// <summary>The differences between every value of one sample and every value of another.</summary>
/// <remarks>Hollander, Wolfe and Chicken (2014), "Nonparametric Statistical Methods", 3rd ed., section 4.2.</remarks>
public static class PairwiseDifferences
{
    /// <summary>after[j] − before[i] for all i and j, ascending: n·m values.</summary>
    /// <param name="before">Finite values in any order; any unit.</param>
    /// <param name="after">Finite values in any order; the same unit.</param>
    public static double[] Ordered(ReadOnlySpan<double> before, ReadOnlySpan<double> after)
    {
        var differences = new double[before.Length * after.Length];
        var next = 0;
        foreach (var from in before)
        {
            foreach (var to in after) differences[next++] = to - from;
        }

        Array.Sort(differences);
        return differences;
    }
}
