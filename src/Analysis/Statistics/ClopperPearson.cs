using MathNet.Numerics.Distributions;

namespace AsyncLoad.Analysis.Statistics;

/// <summary>Exact bounds of a share that was seen in some of a number of draws.</summary>
/// <remarks>Clopper, C. J. and Pearson, E. S. (1934), "The use of confidence or fiducial limits illustrated in the case of the binomial", Biometrika 26, 404-413.</remarks>
internal static class ClopperPearson
{
    /// <summary>Bounds of the share, each missed with at most half of 1 − <paramref name="confidence"/>.</summary>
    /// <param name="seen">Draws that showed it, 0 to <paramref name="draws"/>.</param>
    /// <param name="draws">All draws, 0 or more; with 0 the bounds are 0 and 1.</param>
    /// <param name="confidence">Coverage, above 0 and below 1.</param>
    public static (double Low, double High) Interval(long seen, long draws, double confidence)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(seen);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(seen, draws);
        if (confidence is not (> 0 and < 1)) throw new ArgumentOutOfRangeException(nameof(confidence), confidence, "above 0, below 1");
        var tail = (1 - confidence) / 2;
        return (
            seen == 0 ? 0 : Beta.InvCDF(seen, draws - seen + 1, tail),
            seen == draws ? 1 : Beta.InvCDF(seen + 1, draws - seen, 1 - tail));
    }
}
