namespace AsyncLoad.Analysis.Statistics;

/// <summary>A location estimate that a minority of wild pairs cannot move: the median of all Walsh averages.</summary>
/// <remarks>Hodges, J. L. and Lehmann, E. L. (1963), "Estimates of location based on rank tests", Annals of Mathematical Statistics 34, 598-611, eq. (5.1).</remarks>
public static class HodgesLehmann
{
    /// <summary>The pseudo-median of a sample.</summary>
    /// <param name="values">At least one finite value, such as the log ratios of pairs.</param>
    /// <exception cref="ArgumentException">There are no values.</exception>
    public static double PseudoMedian(ReadOnlySpan<double> values) => Quantile.OfOrdered(WalshAverages.Ordered(values), 0.5);
}
