using System.Text;
using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>The few shapes that charts are made of, as nodes that can only be written encoded.</summary>
internal static class Svg
{
    /// <summary>A drawing with a title and a description, announced as one image.</summary>
    public static HtmlNode Drawing(string id, ChartSize size, double height, (string Title, string Description) text, IReadOnlyList<HtmlNode> shapes)
    {
        var (title, description) = ($"{id}-{size.CssClass}-title", $"{id}-{size.CssClass}-desc");
        return Tag.With(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"), ("class", size.CssClass), ("viewBox", $"0 0 {Length(size.Width)} {Length(height)}"), ("role", "img"),
                ("aria-labelledby", $"{title} {description}"),
            ],
            [Tag.With("title", [("id", title)], Tag.Text(text.Title)), Tag.With("desc", [("id", description)], Tag.Text(text.Description)), .. shapes]);
    }

    public static HtmlNode Group(string cssClass, params IReadOnlyList<HtmlNode> shapes) => Tag.Class("g", cssClass, shapes);

    public static HtmlNode Line(string cssClass, (double X, double Y) from, (double X, double Y) to) => Tag.With(
        "line",
        [("class", cssClass), ("x1", Length(from.X)), ("y1", Length(from.Y)), ("x2", Length(to.X)), ("y2", Length(to.Y))]);

    public static HtmlNode Box(string cssClass, (double X, double Y) corner, (double Width, double Height) size) => Tag.With(
        "rect",
        [("class", cssClass), ("x", Length(corner.X)), ("y", Length(corner.Y)), ("width", Length(size.Width)), ("height", Length(size.Height))]);

    public static HtmlNode Polygon(string cssClass, params IReadOnlyList<(double X, double Y)> corners) =>
        Tag.With("polygon", [("class", cssClass), ("points", string.Join(' ', corners.Select(corner => $"{Length(corner.X)},{Length(corner.Y)}")))]);

    /// <summary>A path; its data comes from <see cref="SvgPath"/>.</summary>
    public static HtmlNode Path(string cssClass, string data) => Tag.With("path", [("class", cssClass), ("d", data)]);

    public static HtmlNode Text(string cssClass, (double X, double Y) at, string anchor, string text) =>
        Tag.With("text", [("class", cssClass), ("x", Length(at.X)), ("y", Length(at.Y)), ("text-anchor", anchor)], Tag.Text(text));

    /// <summary>A length: tenths of a pixel are enough, and keep the file the same on every machine.</summary>
    public static string Length(double value) => Figures.Exact(Math.Round(value, 1) + 0.0);
}

/// <summary>Many shapes of one look as the data of one path: a tenth of what elements would take.</summary>
internal static class SvgPath
{
    /// <summary>Vertical lines: each of the lines at every place.</summary>
    public static string Uprights(IEnumerable<double> places, IReadOnlyList<(double Top, double Bottom)> lines) =>
        string.Concat(places.SelectMany(x => lines.Select(line => $"M{Svg.Length(x)} {Svg.Length(line.Top)}V{Svg.Length(line.Bottom)}")));

    /// <summary>Horizontal lines, one at each height.</summary>
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

    /// <summary>Triangles around each point, which lies at a third of their height.</summary>
    public static string Triangles(IReadOnlyList<(double X, double Y)> points, double radius, bool up)
    {
        var (high, low) = (up ? -radius : radius, up ? radius - 1 : 1 - radius);
        return string.Concat(points.Select(point =>
            $"M{Svg.Length(point.X)} {Svg.Length(point.Y + high)}L{Svg.Length(point.X + radius)} {Svg.Length(point.Y + low)}h-{Svg.Length(2 * radius)}z"));
    }

    public static string Circles(IReadOnlyList<(double X, double Y)> points, double radius)
    {
        var (r, width) = (Svg.Length(radius), Svg.Length(2 * radius));
        return string.Concat(points.Select(point => $"M{At(point.X - radius, point.Y)}a{r} {r} 0 1 0 {width} 0a{r} {r} 0 1 0 -{width} 0z"));
    }

    /// <summary>Circles where a tenth of a pixel counts.</summary>
    public static string Dots(IReadOnlyList<(double X, double Y)> points, double radius)
    {
        var (r, width) = (Svg.Length(radius), Svg.Length(2 * radius));
        return string.Concat(points.Select(point => $"M{Svg.Length(point.X - radius)} {Svg.Length(point.Y)}a{r} {r} 0 1 0 {width} 0a{r} {r} 0 1 0 -{width} 0z"));
    }

    /// <summary>A square on its corner around each point.</summary>
    public static string Diamonds(IReadOnlyList<(double X, double Y)> points, double radius)
    {
        var r = Svg.Length(radius);
        return string.Concat(points.Select(point => $"M{At(point.X, point.Y - radius)}l{r} {r}l-{r} {r}l-{r} -{r}z"));
    }

    private static string At(double x, double y) => $"{Whole(x)} {Whole(y)}";

    // Where thousands of points are drawn, decimals are a third of the page and less than the width of a line.
    private static string Whole(double length) => Svg.Length(Math.Round(length));
}

/// <summary>How a chart is laid out. Lengths are in units of the drawing, which are pixels when it is shown at its own width.</summary>
/// <param name="LabelWidth">Width of the column of labels left of the plot; 0 puts labels above each interval.</param>
/// <param name="ValueWidth">Width of the column of figures right of the plot; 0 puts figures above each interval.</param>
/// <param name="LaneTop">Where the lane of the interval begins inside a row; above it is room for words.</param>
internal sealed record ChartSize(string CssClass, int Width, int LabelWidth, int ValueWidth, int RowHeight, int LaneTop)
{
    public static ChartSize Wide { get; } = new("wide", 960, 250, 190, 56, 0);

    /// <summary>Between the two: laid out like the narrow one, for a wider page.</summary>
    public static ChartSize Medium { get; } = new("medium", 660, 0, 0, 92, 50);

    public static ChartSize Narrow { get; } = new("narrow", 380, 0, 0, 92, 50);

    /// <summary>All of them; a page has each drawing in all sizes, and its style sheet shows one.</summary>
    public static IReadOnlyList<ChartSize> All { get; } = [Wide, Medium, Narrow];

    private const int DenseLine = 16;

    /// <summary>One line per row, for many rows of the same pair of variants; two where the label of a row needs them.</summary>
    public ChartSize Dense(IEnumerable<string> labels)
    {
        var size = Beside ? this with { LabelWidth = 345, ValueWidth = 262, RowHeight = 30 } : this with { RowHeight = 80, LaneTop = 48 };
        var more = (labels.Max(label => size.DenseLabel(label, 0).Count()) - 1) * DenseLine;
        return size with { RowHeight = size.RowHeight + more, LaneTop = Beside ? 0 : size.LaneTop + more };
    }

    /// <summary>The lines of a label in a dense row, each with its baseline.</summary>
    /// <param name="baseline">Of the middle of all lines where they stand beside the plot, else of the first.</param>
    public IEnumerable<(string Text, double Baseline)> DenseLabel(string label, double baseline)
    {
        var lines = ChartText.Lines(label, Beside ? LabelWidth : Width, 13, most: 2);
        var first = Beside ? baseline - ((lines.Count - 1) * DenseLine / 2.0) : baseline;
        return lines.Select((line, index) => (line, first + (index * DenseLine)));
    }

    /// <summary>Left edge of the plot; a little inside, so that the outermost tick labels stay in the drawing.</summary>
    public double PlotLeft => LabelWidth + 14;

    public double PlotRight => Width - ValueWidth - 14;

    /// <summary>Whether labels stand beside the plot.</summary>
    public bool Beside => LabelWidth > 0;
}

/// <summary>Estimates the width of text without a font, too wide rather than too narrow. Text that would not fit is cut.</summary>
internal static class ChartText
{
    /// <summary>Width of text at a font size. Latin letters of common sans-serif fonts average 0.52 em; capitals are wider, and others may take a whole em.</summary>
    public static double Width(string text, double fontSize) => text.Sum(character => character switch
    {
        'W' or 'M' or 'm' or 'w' or '@' or '%' => 1,
        // A minus sign is as wide as a plus sign.
        '−' => 0.84,
        >= 'A' and <= 'Z' => 0.75,
        < (char)0x2000 => 0.58,
        _ => 1,
    }) * fontSize;

    /// <summary>The text, without its middle where it would not fit.</summary>
    public static string Fit(string text, double width, double fontSize) => VisibleText.Fit(text, width, part => Width(part, fontSize));

    /// <summary>The text on as few lines as it takes, broken after spaces and hyphens; what exceeds the last line is cut.</summary>
    public static IReadOnlyList<string> Lines(string text, double width, double fontSize, int most)
    {
        if (most == 1 || Width(text, fontSize) <= width) return [Fit(text, width, fontSize)];
        var end = text.Length - 1;
        while (end > 0 && !(text[end - 1] is ' ' or '-' && Width(text[..end].TrimEnd(), fontSize) <= width)) end--;
        return end == 0
            ? [Fit(text, width, fontSize)]
            : [text[..end].TrimEnd(), .. Lines(text[end..], width, fontSize, most - 1)];
    }
}

/// <summary>Omits points that would be drawn over each other. Up is towards smaller y, as in all drawings.</summary>
internal static class ChartThinning
{
    /// <summary>The highest point of each column.</summary>
    /// <param name="points">In the order of x.</param>
    public static IReadOnlyList<(double X, double Y)> KeepHighest(IEnumerable<(double X, double Y)> points, double column) =>
        [.. Columns(points, column).Select(group => group.MinBy(point => point.Y))];

    /// <summary>The lowest, highest and last point of each column: a stepped line through them reaches as far as a line through all would.</summary>
    /// <param name="points">In the order of x.</param>
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

/// <summary>Places the entries of a legend one after another, in as many rows as needed.</summary>
internal static class LegendRows
{
    private const double Gap = 18;
    private const double TextSize = 12;

    /// <summary>Where each entry begins, and its row from 0.</summary>
    /// <param name="right">Right edge; an entry that is wider than a row by itself crosses it.</param>
    public static IEnumerable<(T Item, string Label, double X, int Row)> Place<T>(IEnumerable<(T Item, string Label)> entries, double mark, double left, double right)
    {
        var (x, row) = (left, 0);
        foreach (var (item, label) in entries)
        {
            var width = mark + ChartText.Width(label, TextSize);
            if (x > left && x + width > right) (x, row) = (left, row + 1);
            yield return (item, label, x, row);
            x += width + Gap;
        }
    }
}
