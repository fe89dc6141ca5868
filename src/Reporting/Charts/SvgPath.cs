using System.Text;

namespace AsyncLoad.Reporting.Charts;

/// <summary>Many shapes of one look as the data of one path: a tenth of what elements would take.</summary>
internal static class SvgPath
{
    /// <summary>A line that keeps each height until the next point, and the last until the right edge.</summary>
    public static string Steps(IReadOnlyList<(double X, double Y)> points, double right)
    {
        var path = new StringBuilder();
        foreach (var (x, y) in points) path.Append(path.Length == 0 ? $"M{At(x, y)}" : $"H{Whole(x)}V{Whole(y)}");
        return path.Append('H').Append(Whole(right)).ToString();
    }

    /// <summary>What lies between such a line and the bottom.</summary>
    public static string Area(IReadOnlyList<(double X, double Y)> points, double right, double bottom) =>
        $"{Steps(points, right)}V{Whole(bottom)}H{Whole(points[0].X)}Z";

    /// <summary>A bar from the bottom to each point, never so short that it could not be seen.</summary>
    public static string Stems(IReadOnlyList<(double X, double Y)> points, double bottom) =>
        string.Concat(points.Select(point => $"M{At(point.X, bottom)}V{Whole(Math.Min(point.Y, bottom - 1.5))}"));

    /// <summary>A circle around each point.</summary>
    public static string Circles(IReadOnlyList<(double X, double Y)> points, double radius)
    {
        var (r, width) = (Svg.Length(radius), Svg.Length(2 * radius));
        return string.Concat(points.Select(point => $"M{At(point.X - radius, point.Y)}a{r} {r} 0 1 0 {width} 0a{r} {r} 0 1 0 -{width} 0z"));
    }

    /// <summary>A square on its corner around each point.</summary>
    public static string Diamonds(IReadOnlyList<(double X, double Y)> points, double radius)
    {
        var r = Svg.Length(radius);
        return string.Concat(points.Select(point => $"M{At(point.X, point.Y - radius)}l{r} {r}l-{r} {r}l-{r} -{r}z"));
    }

    private static string At(double x, double y) => $"{Whole(x)} {Whole(y)}";

    // Where thousands of points are drawn, digits behind the point are a third of the page and less than the width of a line.
    private static string Whole(double length) => Svg.Length(Math.Round(length));
}
