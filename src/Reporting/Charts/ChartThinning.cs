namespace AsyncLoad.Reporting.Charts;

/// <summary>Leaves out points that could not be told apart. Up is towards smaller y, as in all drawings.</summary>
internal static class ChartThinning
{
    /// <summary>The highest point of each column.</summary>
    /// <param name="points">In the order of x.</param>
    /// <param name="column">Width of a column.</param>
    public static IReadOnlyList<(double X, double Y)> KeepHighest(IEnumerable<(double X, double Y)> points, double column) =>
        [.. Columns(points, column).Select(group => group.MinBy(point => point.Y))];

    /// <summary>The lowest, highest and last point of each column: a stepped line through them reaches as far as a line through all would.</summary>
    /// <param name="points">In the order of x.</param>
    /// <param name="column">Width of a column.</param>
    public static IReadOnlyList<(double X, double Y)> KeepExtremes(IEnumerable<(double X, double Y)> points, double column) =>
        [.. Columns(points, column).SelectMany(Extremes)];

    private static IEnumerable<IReadOnlyList<(double X, double Y)>> Columns(IEnumerable<(double X, double Y)> points, double column) =>
        points.GroupBy(point => Math.Floor(point.X / column)).Select(group => group.ToList());

    private static IEnumerable<(double X, double Y)> Extremes(IReadOnlyList<(double X, double Y)> points)
    {
        var (lowest, highest) = (IndexOf(points.Max(point => point.Y)), IndexOf(points.Min(point => point.Y)));
        return new[] { lowest, highest, points.Count - 1 }.Distinct().Order().Select(index => points[index]);

        int IndexOf(double y) => points.TakeWhile(point => point.Y != y).Count();
    }
}
