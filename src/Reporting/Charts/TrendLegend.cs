using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>The legend of a trend: one entry for each sign that it uses, in as many rows as needed.</summary>
internal static class TrendLegend
{
    private const double RowHeight = 22;
    private const double Swatch = 22;
    private const double Gap = 6;
    private const double Top = 8;

    public static double Height(TrendData data, ChartSize size) => Top + (Placed(data, size).Select(entry => entry.Row + 1).DefaultIfEmpty(0).Max() * RowHeight);

    public static IEnumerable<HtmlNode> Draw(TrendData data, ChartSize size, double above)
    {
        foreach (var (draw, words, x, row) in Placed(data, size))
        {
            var top = above + Top + (row * RowHeight);
            yield return draw(x, top + 7);
            yield return Svg.Text("quiet", (x + Swatch + Gap, top + 11), "start", words);
        }
    }

    private static IEnumerable<(Func<double, double, HtmlNode> Item, string Label, double X, int Row)> Placed(TrendData data, ChartSize size) =>
        LegendRows.Place(Entries(data), Swatch + Gap, 0, size.Width);

    // Each draws itself into a box, given its left edge and its middle.
    private static IEnumerable<(Func<double, double, HtmlNode> Draw, string Words)> Entries(TrendData data)
    {
        var drawn = data.Points.Where(point => point.Interval is not null).ToList();
        foreach (var mark in drawn.Select(point => point.Mark).Distinct().OrderBy(mark => mark.Tone))
            yield return ((x, y) => Svg.Group(mark.CssClass, VerdictShape.At(mark.Tone, [(x + (Swatch / 2), y)], TrendPlot.Radius)), data.IsRatio ? mark.Word : "run");
        if (drawn.Exists(point => point.Interval!.High > point.Interval.Low))
            yield return ((x, y) => Svg.Group("first", Svg.Line("whisker", (x + (Swatch / 2), y - 7), (x + (Swatch / 2), y + 7))), "interval");
        if (data.Levels.Count == 0) yield break;
        yield return ((x, y) => Svg.Group("first", Svg.Line("curve", (x, y), (x + Swatch, y))), "level between changes");
        yield return ((x, y) => Svg.Line("one", (x + (Swatch / 2), y - 7), (x + (Swatch / 2), y + 7)), "change, with its extent above");
    }
}
