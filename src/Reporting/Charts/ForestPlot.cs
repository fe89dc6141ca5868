using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>Ratios with their intervals on a logarithmic axis, a line at 1 and the band of equivalence.</summary>
internal static class ForestPlot
{
    private const double Top = 26;
    private const double AxisHeight = 64;
    private const double MarkSize = 5;
    private const double ClearOfMark = 24;

    public static HtmlNode Draw(ForestData data, ChartSize given)
    {
        var size = data.Subject is null ? given : given.Dense(data.Told.Select(row => row.Conditions));
        var axis = LogAxis.Around(Shown(data), size.PlotLeft, size.PlotRight);
        var bottom = Top + data.Rows.Count * size.RowHeight;
        return Svg.Drawing(
            "forest", size, bottom + AxisHeight, (data.Title, data.Description),
            [
                .. Lanes(data, axis, size),
                .. axis.Ticks().Select(tick => Svg.Text("quiet", (axis.Position(tick), bottom + 20), "middle", Figures.Tick(tick))),
                .. data.Told.Select((row, index) => Row(row, axis, size, (Top + index * size.RowHeight, data.Subject is not null))),
                .. Legend(data, axis, bottom),
            ]);
    }

    private static IEnumerable<double> Shown(ForestData data) => data.Rows
        .Select(row => row.Interval)
        .OfType<PlotInterval>()
        .SelectMany(interval => new[] { interval.Low, interval.Estimate, interval.High })
        .Concat(data.Rows.SelectMany(row => row.Pairs).Select(pair => pair.Ratio))
        .Append(data.MarginLow)
        .Append(data.MarginHigh);

    // Band and lines lie behind the intervals only: where words stand above these, nothing crosses them.
    private static IEnumerable<HtmlNode> Lanes(ForestData data, LogAxis axis, ChartSize size)
    {
        List<(double, double)> lanes = size.LaneTop == 0
            ? [(Top, Top + (data.Rows.Count * size.RowHeight))]
            : [.. data.Rows.Select((_, index) => Top + (index * size.RowHeight)).Select(top => (top + size.LaneTop, top + size.RowHeight))];
        yield return Svg.Path("band", SvgPath.Boxes((axis.Position(data.MarginLow), axis.Position(data.MarginHigh)), lanes));
        yield return Svg.Path("tick", SvgPath.Uprights(axis.Ticks().Where(tick => tick != 1).Select(axis.Position), lanes));
        yield return Svg.Path("one", SvgPath.Uprights([axis.Position(1)], lanes));
        yield return Svg.Path("rule", SvgPath.Levels(Enumerable.Range(0, data.Rows.Count + 1).Select(row => Top + (row * size.RowHeight)), 0, size.Width));
    }

    private static IEnumerable<HtmlNode> Legend(ForestData data, LogAxis axis, double bottom)
    {
        yield return Svg.Text("quiet", (axis.Left, Top - 12), "start", $"← {data.Ends.Less}");
        yield return Svg.Text("quiet", (axis.Right, Top - 12), "end", $"{data.Ends.More} →");
        yield return Svg.Text("quiet", ((axis.Left + axis.Right) / 2, bottom + 40), "middle", $"ratio; grey band {data.Margin}");
        if (data.Rows.Any(row => row.Pairs.Count > 0))
            yield return Svg.Text("quiet", ((axis.Left + axis.Right) / 2, bottom + 58), "middle", data.Rows.Any(row => row.Pairs.Any(pair => pair.IsOdd)) ? "a dot for each pair; a ring marks an outlier" : "a dot for each pair");
    }

    private static HtmlNode Row(ForestRow row, LogAxis axis, ChartSize size, (double Top, bool Dense) place)
    {
        var (top, dense) = place;
        var middle = top + (size.LaneTop + size.RowHeight) / 2.0;
        return Svg.Group(
            row.Mark.CssClass,
            [
                .. (dense, size.Beside) switch
                {
                    (true, true) => Line(row, size, middle + 4),
                    (true, false) => Above(row, size, top),
                    (false, true) => Columns(row, size, middle),
                    _ => Lines(row, size, top),
                },
                .. PairMarks.At(row.Pairs, axis, middle + PairMarks.Below),
                .. row.Interval is { } interval ? Interval(interval, row.Mark, axis, middle) : [],
            ]);
    }

    // Long conditions take two lines, since rows often differ only at their end.
    private static IEnumerable<HtmlNode> Columns(ForestRow row, ChartSize size, double middle)
    {
        var conditions = ChartText.Lines(row.Conditions, size.LabelWidth, 12, most: 2);
        var label = middle - (conditions.Count == 1 ? 4 : 11);
        return
        [
            Svg.Text("label", (0, label), "start", ChartText.Fit(row.Label, size.LabelWidth, 13)),
            .. conditions.Select((line, number) => Svg.Text("quiet", (0, label + 18 + (number * 15)), "start", line)),
            Svg.Text("verdict", (size.Width - size.ValueWidth + 14, middle - 4), "start", $"{row.Mark.Glyph} {row.Mark.Word}"),
            Svg.Text("value", (size.Width - size.ValueWidth + 14, middle + 14), "start", row.Value),
        ];
    }

    private static IEnumerable<HtmlNode> Line(ForestRow row, ChartSize size, double baseline) =>
    [
        .. size.DenseLabel(row.Conditions, baseline).Select(line => Svg.Text("plain", (0, line.Baseline), "start", line.Text)),
        Svg.Text("verdict", (size.Width - size.ValueWidth + 14, baseline), "start", $"{row.Mark.Glyph} {row.Mark.Word}"),
        Svg.Text("value", (size.Width, baseline), "end", row.Value),
    ];

    private static IEnumerable<HtmlNode> Above(ForestRow row, ChartSize size, double top) =>
    [
        .. size.DenseLabel(row.Conditions, top + 20).Select(line => Svg.Text("plain", (0, line.Baseline), "start", line.Text)),
        Svg.Text("verdict", (0, top + size.LaneTop - 9), "start", $"{row.Mark.Glyph} {row.Mark.Word}"),
        Svg.Text("value", (size.Width, top + size.LaneTop - 9), "end", row.Value),
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
        // Close to the mark, ends would turn it into another.
        if (high - low > ClearOfMark)
        {
            yield return Svg.Line("whisker", (low, y - 4), (low, y + 4));
            yield return Svg.Line("whisker", (high, y - 4), (high, y + 4));
        }

        yield return VerdictShape.At(mark.Tone, [(axis.Position(interval.Estimate), y)], MarkSize);
    }
}

/// <summary>A dot for each pair, below their interval; a ring for an outlier.</summary>
internal static class PairMarks
{
    /// <summary>How far below the middle of the interval they lie: clear of its mark, inside a dense row.</summary>
    public const double Below = 10;

    private const double Size = 2;

    public static IEnumerable<HtmlNode> At(IReadOnlyList<PlotPair> pairs, LogAxis axis, double y)
    {
        var (odd, others) = (Places(true), Places(false));
        if (others.Count > 0) yield return Svg.Path("pair", SvgPath.Dots(others, Size));
        if (odd.Count > 0) yield return Svg.Path("pair odd", SvgPath.Dots(odd, Size + 2));

        List<(double, double)> Places(bool areOdd) => [.. pairs.Where(pair => pair.IsOdd == areOdd).Select(pair => (axis.Position(pair.Ratio), y))];
    }
}

/// <summary>The mark of an estimate in every chart: the sign that the verdict has in words, or a circle, which an undecided one has hollow.</summary>
internal static class VerdictShape
{
    /// <summary>Marks of one tone as one path: hundreds of runs are a tenth of the page that way.</summary>
    public static HtmlNode At(Tone tone, IReadOnlyList<(double X, double Y)> places, double radius) => Svg.Path(
        tone == Tone.Open ? "point hollow" : "point",
        tone is Tone.Good or Tone.Bad ? SvgPath.Triangles(places, radius + 1, up: tone == Tone.Good) : SvgPath.Dots(places, radius));
}
