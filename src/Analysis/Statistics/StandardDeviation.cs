using MathNet.Numerics.Distributions;

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

/// <summary>How well a few values determine the spread of all: the interval for the standard deviation of normal values.</summary>
/// <remarks>(n − 1)s²/σ² follows a chi-squared distribution with n − 1 degrees of freedom (Fisher, R. A. (1925), "Statistical Methods for Research Workers", section 17). Values with heavy tails tell less.</remarks>
public static class SpreadInterval
{
    /// <summary>The interval, in the unit of the spread.</summary>
    /// <param name="spread">Standard deviation of the sample, 0 or more.</param>
    /// <param name="count">Values it rests on, 2 or more.</param>
    /// <param name="confidence">Coverage, above 0 and below 1.</param>
    public static (double Low, double High) Of(double spread, int count, double confidence)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(spread);
        ArgumentOutOfRangeException.ThrowIfLessThan(count, 2);
        if (confidence is not (> 0 and < 1)) throw new ArgumentOutOfRangeException(nameof(confidence), confidence, "above 0, below 1");
        var tail = (1 - confidence) / 2;
        return (Bound(1 - tail), Bound(tail));

        double Bound(double probability) => spread * Math.Sqrt((count - 1) / ChiSquared.InvCDF(count - 1, probability));
    }
}
