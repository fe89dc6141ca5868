namespace AsyncLoad.Analysis.Statistics;

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
