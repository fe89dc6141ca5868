using MathNet.Numerics.Distributions;

namespace AsyncLoad.Analysis.Statistics;

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
