namespace AsyncLoad.Analysis.Statistics;

/// <summary>The averages of all pairs of values, each value with itself included.</summary>
/// <remarks>Walsh, J. E. (1949), "Some significance tests for the median which are valid under very general conditions", Annals of Mathematical Statistics 20, 64-81.</remarks>
public static class WalshAverages
{
    /// <summary>(x[i] + x[j]) / 2 for i ≤ j, ascending: n(n+1)/2 values for n.</summary>
    /// <param name="values">Finite values in any order; any unit.</param>
    public static double[] Ordered(ReadOnlySpan<double> values)
    {
        var averages = new double[values.Length * (values.Length + 1) / 2];
        var next = 0;
        for (var i = 0; i < values.Length; i++)
        {
            // Half before adding: the sum of two large values may not be finite.
            for (var j = i; j < values.Length; j++) averages[next++] = (values[i] / 2) + (values[j] / 2);
        }

        Array.Sort(averages);
        return averages;
    }
}
