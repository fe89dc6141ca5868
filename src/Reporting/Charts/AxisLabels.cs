namespace AsyncLoad.Reporting.Charts;

/// <summary>Whether the labels of an axis stand apart.</summary>
internal static class AxisLabels
{
    private const double Size = 12;
    private const double SmallestGap = 12;

    /// <summary>Whether the labels of all ticks do.</summary>
    /// <param name="ticks">The values that are labelled, in order.</param>
    /// <param name="position">Where a value lies.</param>
    /// <param name="upright">Whether the axis stands upright: labels then need their height, not their width.</param>
    public static bool Fit(IReadOnlyList<double> ticks, Func<double, double> position, bool upright) => ticks
        .Zip(ticks.Skip(1), (one, next) => Math.Abs(position(next) - position(one)) - (upright ? Size : (Width(one) + Width(next)) / 2))
        .All(gap => gap >= SmallestGap);

    private static double Width(double tick) => ChartText.Width(Figures.Tick(tick), Size);
}
