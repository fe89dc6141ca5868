using AsyncLoad.Reporting.Html;

namespace AsyncLoad.Reporting.Charts;

/// <summary>Ratios with their intervals on a logarithmic axis, a line at 1 and the band of equivalence.</summary>
internal static class ForestPlot
{
    private const double Top = 26;
    private const double AxisHeight = 46;

    public static HtmlNode Draw(ForestData data, ChartSize size)
    {
        var axis = LogAxis.Around(Shown(data), size.PlotLeft, size.PlotRight);
        var bottom = Top + data.Rows.Count * size.RowHeight;
        return Svg.Drawing(
            $"forest-{size.CssClass}",
            size.CssClass,
            (size.Width, bottom + AxisHeight),
            (data.Title, data.Description),
            [
                .. data.Rows.SelectMany((_, index) => Lane(data, axis, size, Top + index * size.RowHeight)),
                .. axis.Ticks().Select(tick => Svg.Text("quiet", (axis.Position(tick), bottom + 20), "middle", Figures.Tick(tick))),
                .. data.Rows.Select((row, index) => Row(row, axis, size, Top + index * size.RowHeight)),
                .. Legend(data, axis, size, bottom),
            ]);
    }

    private static IEnumerable<double> Shown(ForestData data) => data.Rows
        .Select(row => row.Interval)
        .OfType<PlotInterval>()
        .SelectMany(interval => new[] { interval.Low, interval.Estimate, interval.High })
        .Append(data.MarginLow)
        .Append(data.MarginHigh);

    // Band and lines lie behind the interval only: where words stand above it, nothing crosses them.
    private static IEnumerable<HtmlNode> Lane(ForestData data, LogAxis axis, ChartSize size, double top)
    {
        var (from, to) = (top + size.LaneTop, top + size.RowHeight);
        var (low, high) = (axis.Position(data.MarginLow), axis.Position(data.MarginHigh));
        yield return Svg.Box("band", (low, from), (high - low, to - from));
        foreach (var tick in axis.Ticks())
        {
            yield return Svg.Line(tick == 1 ? "one" : "tick", (axis.Position(tick), from), (axis.Position(tick), to));
        }
    }

    private static IEnumerable<HtmlNode> Legend(ForestData data, LogAxis axis, ChartSize size, double bottom)
    {
        yield return Svg.Text("quiet", (axis.Left, Top - 12), "start", "← candidate faster");
        yield return Svg.Text("quiet", (axis.Right, Top - 12), "end", "candidate slower →");
        yield return Svg.Text("quiet", ((axis.Left + axis.Right) / 2, bottom + 40), "middle", $"ratio; grey band {data.Margin}");
        yield return Svg.Line("rule", (0, bottom), (size.Width, bottom));
    }

    private static HtmlNode Row(ForestRow row, LogAxis axis, ChartSize size, double top)
    {
        var middle = top + (size.LaneTop + size.RowHeight) / 2.0;
        return Svg.Group(
            HtmlBlocks.Tone(row.Mark.Tone),
            [
                Svg.Line("rule", (0, top), (size.Width, top)),
                .. size.Beside ? Columns(row, size, middle) : Lines(row, size, top),
                .. row.Interval is { } interval ? Interval(interval, row.Mark, axis, middle) : [],
            ]);
    }

    private static IEnumerable<HtmlNode> Columns(ForestRow row, ChartSize size, double middle) =>
    [
        Svg.Text("label", (0, middle - 4), "start", ChartText.Fit(row.Label, size.LabelWidth, 13)),
        Svg.Text("quiet", (0, middle + 14), "start", ChartText.Fit(row.Conditions, size.LabelWidth, 12)),
        Svg.Text("verdict", (size.Width - size.ValueWidth + 14, middle - 4), "start", $"{row.Mark.Glyph} {row.Mark.Word}"),
        Svg.Text("value", (size.Width - size.ValueWidth + 14, middle + 14), "start", row.Value),
    ];

    private static IEnumerable<HtmlNode> Lines(ForestRow row, ChartSize size, double top)
    {
        const double Gap = 12;
        var (verdict, value) = ($"{row.Mark.Glyph} {row.Mark.Word}", row.Value);
        return
        [
            Svg.Text("label", (0, top + 20), "start", ChartText.Fit(row.Label, size.Width - Gap - ChartText.Width(verdict, 13), 13)),
            Svg.Text("verdict", (size.Width, top + 20), "end", verdict),
            Svg.Text("quiet", (0, top + 39), "start", ChartText.Fit(row.Conditions, size.Width - Gap - ChartText.Width(value, 13), 12)),
            Svg.Text("value", (size.Width, top + 39), "end", value),
        ];
    }

    private static IEnumerable<HtmlNode> Interval(PlotInterval interval, Mark mark, LogAxis axis, double y)
    {
        var (low, high) = (axis.Position(interval.Low), axis.Position(interval.High));
        yield return Svg.Line("whisker", (low, y), (high, y));
        yield return Svg.Line("whisker", (low, y - 4), (low, y + 4));
        yield return Svg.Line("whisker", (high, y - 4), (high, y + 4));
        yield return RatioMark.At(mark.Tone, axis.Position(interval.Estimate), y);
    }
}
