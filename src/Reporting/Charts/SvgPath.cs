using System.Text;

namespace AsyncLoad.Reporting.Charts;

/// <summary>Many shapes of one look as the data of one path: a tenth of what elements would take.</summary>
internal static class SvgPath
{
    /// <summary>Upright lines, each at every place.</summary>
    public static string Uprights(IEnumerable<double> places, IReadOnlyList<(double Top, double Bottom)> lines) =>
        string.Concat(places.SelectMany(x => lines.Select(line => $"M{Svg.Length(x)} {Svg.Length(line.Top)}V{Svg.Length(line.Bottom)}")));

    /// <summary>Level lines, one at each height.</summary>
    public static string Levels(IEnumerable<double> heights, double left, double right) =>
        string.Concat(heights.Select(y => $"M{Svg.Length(left)} {Svg.Length(y)}H{Svg.Length(right)}"));

    /// <summary>Boxes below each other.</summary>
    public static string Boxes((double Left, double Right) side, IReadOnlyList<(double Top, double Bottom)> boxes) =>
        string.Concat(boxes.Select(box => $"M{Svg.Length(side.Left)} {Svg.Length(box.Top)}H{Svg.Length(side.Right)}V{Svg.Length(box.Bottom)}H{Svg.Length(side.Left)}Z"));

    /// <summary>A line that is at each point's height on its whole way to it.</summary>
    public static string Rises(IReadOnlyList<(double X, double Y)> points)
    {
        var path = new StringBuilder();
        foreach (var (x, y) in points) path.Append(path.Length == 0 ? $"M{At(x, y)}" : $"V{Whole(y)}H{Whole(x)}");
        return path.ToString();
    }

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
