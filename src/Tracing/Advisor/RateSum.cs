namespace AsyncLoad.Tracing.Advisor;

/// <summary>Sums of rates with independent errors, such as bytes of different stacks.</summary>
/// <remarks>
/// Each bound's distance is the root of the squared distances of the parts: Zou, G. Y. and Donner, A. (2008), "Construction of confidence limits
/// about effect measures", Statistics in Medicine 27, 1693-1702.
/// </remarks>
public static class RateSum
{
    /// <summary>The sum with its interval, at the coverage of the parts; 0 for none.</summary>
    public static RateInterval Of(IEnumerable<RateInterval> parts)
    {
        var (estimate, below, above) = (0.0, 0.0, 0.0);
        foreach (var part in parts)
        {
            estimate += part.Estimate;
            below += Square(part.Estimate - part.Low);
            above += Square(part.High - part.Estimate);
        }

        return new RateInterval(estimate, estimate - Math.Sqrt(below), estimate + Math.Sqrt(above));
    }

    private static double Square(double distance) => distance * distance;
}
