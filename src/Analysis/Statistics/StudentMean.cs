using MathNet.Numerics.Distributions;

namespace AsyncLoad.Analysis.Statistics;

/// <summary>The mean of a small sample, and how far it may be off.</summary>
/// <remarks>"Student" (1908), "The probable error of a mean", Biometrika 6, 1-25.</remarks>
public static class StudentMean
{
    /// <summary>The mean, in the unit of the values.</summary>
    /// <param name="values">At least one finite value.</param>
    /// <exception cref="ArgumentException">There are no values.</exception>
    public static double Of(ReadOnlySpan<double> values)
    {
        if (values.IsEmpty) throw new ArgumentException("no values, no mean", nameof(values));
        var mean = 0.0;
        // Steps from the mean so far: the sum of large values may not be finite, and equal values keep all their digits.
        for (var i = 0; i < values.Length; i++) mean += (values[i] - mean) / (i + 1);
        return mean;
    }

    /// <summary>The mean ± t · s/√n, or null below two values.</summary>
    /// <param name="values">Finite values in any order, taken to be roughly normal.</param>
    /// <param name="confidence">Coverage of both bounds together, above 0 and below 1.</param>
    public static CenterInterval? Interval(ReadOnlySpan<double> values, double confidence)
    {
        if (StandardDeviation.Of(values) is not { } spread) return null;
        var reach = Quantile(values.Length - 1, confidence) * spread / Math.Sqrt(values.Length);
        var mean = Of(values);
        return new CenterInterval(mean - reach, mean + reach, confidence);
    }

    /// <summary>The two-sided quantile t: 2.571 for five degrees of freedom at 95 %, those of six values.</summary>
    /// <param name="degrees">Degrees of freedom, 1 or more: values − 1 for one sample.</param>
    /// <param name="confidence">Coverage of both sides together, above 0 and below 1.</param>
    public static double Quantile(int degrees, double confidence)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(degrees, 1);
        if (confidence is not (> 0 and < 1)) throw new ArgumentOutOfRangeException(nameof(confidence), confidence, "above 0, below 1");
        return StudentT.InvCDF(0, 1, degrees, (1 + confidence) / 2);
    }
}
