using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Analysis.Statistics;

/// <summary>Location estimates that a minority of wild pairs cannot move: the median of all Walsh averages, and of all differences of two samples.</summary>
/// <remarks>
/// Hodges, J. L. and Lehmann, E. L. (1963), "Estimates of location based on rank tests", Annals of Mathematical Statistics 34, 598-611, eq. (5.1);
/// the shift as given in Hollander, Wolfe and Chicken (2014), "Nonparametric Statistical Methods", 3rd ed., section 4.2.
/// </remarks>
public static class HodgesLehmann
{
    /// <summary>The pseudo-median of a sample.</summary>
    /// <param name="values">At least one finite value, such as the log ratios of pairs.</param>
    /// <exception cref="ArgumentException">There are no values.</exception>
    public static double PseudoMedian(ReadOnlySpan<double> values)
    {
        if (values.IsEmpty) throw new ArgumentException("no values, no median", nameof(values));
        var averages = new WalshAverages(values);
        return Quantile.OfOrdered([averages[(averages.Count - 1) / 2], averages[averages.Count / 2]], 0.5);
    }

    /// <summary>How far the second sample lies above the first: the median of all differences, which is not the difference of medians.</summary>
    /// <param name="before">At least one finite value, such as the log ratios of one run's pairs.</param>
    /// <param name="after">At least one finite value, independent of the others.</param>
    /// <exception cref="ArgumentException">A sample has no values.</exception>
    public static double Shift(ReadOnlySpan<double> before, ReadOnlySpan<double> after) =>
        Quantile.OfOrdered(PairwiseDifferences.Ordered(before, after), 0.5);
}
