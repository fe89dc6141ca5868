using AsyncLoad.Reporting.Document;

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
    public static bool Fit(IReadOnlyList<double> ticks, Func<double, double> position, bool upright) =>
        StandApart([.. ticks.Select(tick => (position(tick), upright ? Size : Width(Figures.Tick(tick))))]);

    /// <summary>Whether labels beside each other do.</summary>
    /// <param name="labels">Where the middle of each lies, and what it says; in order.</param>
    public static bool Fit(IReadOnlyList<(double Position, string Label)> labels) => StandApart([.. labels.Select(label => (label.Position, Width(label.Label)))]);

    private static bool StandApart(IReadOnlyList<(double Position, double Extent)> labels) => labels
        .Zip(labels.Skip(1), (one, next) => Math.Abs(next.Position - one.Position) - ((one.Extent + next.Extent) / 2))
        .All(gap => gap >= SmallestGap);

    private static double Width(string label) => ChartText.Width(label, Size);
}
