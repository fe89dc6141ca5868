namespace AsyncLoad.Analysis.Statistics;

/// <summary>The spread of a sample: the square root of the squared deviations from the mean over n − 1.</summary>
/// <remarks>
/// In two passes: Chan, T. F., Golub, G. H. and LeVeque, R. J. (1983), "Algorithms for computing the sample variance: analysis and recommendations",
/// The American Statistician 37, 242-247.
/// </remarks>
public static class StandardDeviation
{
    /// <summary>The standard deviation in the unit of the values, or null below two values.</summary>
    /// <param name="values">Finite values in any order.</param>
    public static double? Of(ReadOnlySpan<double> values)
    {
        if (values.Length < 2) return null;

        var sum = 0.0;
        foreach (var value in values) sum += value;
        var mean = sum / values.Length;

        // The one-pass formula loses all digits when the spread is small beside the mean.
        var squares = 0.0;
        foreach (var value in values) squares += (value - mean) * (value - mean);
        return Math.Sqrt(squares / (values.Length - 1));
    }
}
