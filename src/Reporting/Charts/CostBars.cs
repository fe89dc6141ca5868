using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>The change of time of each comparison as a bar of two parts, the collector and the rest. Savings are left of 0, costs right of it, and a mark is at their sum.</summary>
internal static class CostBars
{
    private const double Top = 26;
    private const double AxisHeight = 62;
    private const double Thick = 16;
    private const double Swatch = 16;

    public static HtmlNode Draw(CostBarData data, ChartSize given)
    {
        var dense = data.Subject is not null;
        var size = dense ? given.Dense(data.Told.Select(row => row.Conditions)) : given;
        var axis = CostAxis.Of(data.Rows.Select(row => row.Parts).OfType<CostParts>(), size.PlotLeft, size.PlotRight);
        var bottom = Top + (data.Rows.Count * size.RowHeight);
        return Svg.Drawing(
            "costs", size, bottom + AxisHeight, (data.Title, data.Description),
            [
                .. Lanes(data, axis, size),
                .. axis.Ticks.Select(tick => Svg.Text("quiet", (axis.Position(tick), bottom + 20), "middle", Figures.Change(tick))),
                .. data.Told.SelectMany((row, index) => Row(row, axis, size, (Top + (index * size.RowHeight), dense))),
                .. Legend(axis, size, bottom),
            ]);
    }

    private static IEnumerable<HtmlNode> Lanes(CostBarData data, CostAxis axis, ChartSize size)
    {
        List<(double, double)> lanes = [.. data.Rows.Select((_, index) => Top + (index * size.RowHeight)).Select(top => (top + size.LaneTop, top + size.RowHeight))];
        yield return Svg.Path("tick", SvgPath.Uprights(axis.Ticks.Where(tick => tick != 0).Select(axis.Position), lanes));
        yield return Svg.Path("one", SvgPath.Uprights([axis.Position(0)], lanes));
        yield return Svg.Path("rule", SvgPath.Levels(Enumerable.Range(0, data.Rows.Count + 1).Select(row => Top + (row * size.RowHeight)), 0, size.Width));
        yield return Svg.Text("quiet", (axis.Left, Top - 12), "start", "← takes less");
        yield return Svg.Text("quiet", (axis.Right, Top - 12), "end", "takes more →");
    }

    private static IEnumerable<HtmlNode> Legend(CostAxis axis, ChartSize size, double bottom)
    {
        var left = size.Beside ? axis.Left : 0;
        foreach (var (part, label, x, _) in LegendRows.Place([("gc", "collector"), ("rest", "the rest"), ("total", "sum")], Swatch + 6, left, size.Width))
        {
            yield return Svg.Group("cost", part == "total" ? Svg.Line("sum", (x + (Swatch / 2), bottom + 36), (x + (Swatch / 2), bottom + 52)) : Svg.Box(part, (x + 1, bottom + 38), (Swatch - 2, Swatch - 4)));
            yield return Svg.Text("quiet", (x + Swatch + 6, bottom + 48), "start", label);
        }
    }

    private static IEnumerable<HtmlNode> Row(CostBar row, CostAxis axis, ChartSize size, (double Top, bool Dense) place)
    {
        var middle = place.Top + ((size.LaneTop + size.RowHeight) / 2.0);
        return
        [
            .. (place.Dense, size.Beside) switch
            {
                (true, true) => Line(row, size, middle + 4),
                (true, false) => Above(row, size, place.Top),
                (false, true) => Columns(row, size, middle),
                _ => Lines(row, size, place.Top),
            },
            .. row.Parts is { } parts ? [Bar(parts, axis, middle)] : Array.Empty<HtmlNode>(),
        ];
    }

    // Long figures take two lines: without its middle a figure would read as another.
    private static IEnumerable<HtmlNode> Columns(CostBar row, ChartSize size, double middle)
    {
        var (told, left) = (ChartText.Lines(row.Told, size.ValueWidth - 14, 12, most: 2), size.Width - size.ValueWidth + 14);
        var total = middle - (told.Count == 1 ? 4 : 11);
        var conditions = ChartText.Lines(row.Conditions, size.LabelWidth, 12, most: 2);
        var label = middle - (conditions.Count == 1 ? 4 : 11);
        return
        [
            Svg.Text("label", (0, label), "start", ChartText.Fit(row.Label, size.LabelWidth, 13)),
            .. conditions.Select((line, number) => Svg.Text("quiet", (0, label + 18 + (number * 15)), "start", line)),
            Svg.Text("label", (left, total), "start", row.Total),
            .. told.Select((line, number) => Svg.Text("quiet", (left, total + 18 + (number * 15)), "start", line)),
        ];
    }

    private static IEnumerable<HtmlNode> Line(CostBar row, ChartSize size, double baseline)
    {
        var told = ChartText.Lines(row.Told, size.ValueWidth - 26 - ChartText.Width(row.Total, 13), 12, most: 2);
        return
        [
            .. size.DenseLabel(row.Conditions, baseline).Select(line => Svg.Text("plain", (0, line.Baseline), "start", line.Text)),
            Svg.Text("label", (size.Width - size.ValueWidth + 14, baseline), "start", row.Total),
            .. told.Select((line, number) => Svg.Text("quiet", (size.Width, baseline + (14 * (number - ((told.Count - 1) / 2.0)))), "end", line)),
        ];
    }

    private static IEnumerable<HtmlNode> Above(CostBar row, ChartSize size, double top) =>
    [
        .. size.DenseLabel(row.Conditions, top + 20).Select(line => Svg.Text("plain", (0, line.Baseline), "start", line.Text)),
        Svg.Text("label", (0, top + size.LaneTop - 9), "start", row.Total),
        Svg.Text("quiet", (size.Width, top + size.LaneTop - 9), "end", ChartText.Fit(row.Told, size.Width - 12 - ChartText.Width(row.Total, 13), 12)),
    ];

    private static IEnumerable<HtmlNode> Lines(CostBar row, ChartSize size, double top)
    {
        var room = size.Width - 12;
        return
        [
            Svg.Text("label", (0, top + 20), "start", ChartText.Fit(row.Label, room - ChartText.Width(row.Total, 13), 13)),
            Svg.Text("label", (size.Width, top + 20), "end", row.Total),
            Svg.Text("quiet", (0, top + 39), "start", ChartText.Fit(row.Conditions, room - ChartText.Width(row.Told, 12), 12)),
            Svg.Text("quiet", (size.Width, top + 39), "end", ChartText.Fit(row.Told, size.Width, 12)),
        ];
    }

    private static HtmlNode Bar(CostParts parts, CostAxis axis, double y)
    {
        // Parts of one sign lie end to end, the collector at 0; parts of two lie on either side of it.
        var after = Math.Sign(parts.Collector) == Math.Sign(parts.Rest) ? parts.Collector : 0;
        var total = axis.Position(parts.Total);
        return Svg.Group("cost", Part("rest", after, after + parts.Rest), Part("gc", 0, parts.Collector), Svg.Line("sum", (total, y - (Thick / 2) - 3), (total, y + (Thick / 2) + 3)));

        HtmlNode Part(string cssClass, double from, double to)
        {
            var (left, right) = (axis.Position(Math.Min(from, to)), axis.Position(Math.Max(from, to)));
            return Svg.Box(cssClass, (left, y - (Thick / 2)), (Math.Max(right - left, 0.5), Thick));
        }
    }
}

/// <summary>A linear axis of changes that always shows 0.</summary>
/// <param name="Low">Value at the left edge, 0 or below.</param>
/// <param name="High">Value at the right edge, 0 or above.</param>
internal sealed record CostAxis(double Low, double High, double Left, double Right)
{
    private const int MostSteps = 6;

    // Steps begin at 0.1 %.
    private const int SmallestExponent = -3;
    private const double LabelSize = 12;

    // What a drawing has beyond both ends of its plot.
    private const double Beyond = 14;

    public static CostAxis Of(IEnumerable<CostParts> shown, double left, double right)
    {
        var ends = shown.SelectMany(parts => new[]
        {
            Math.Min(parts.Collector, 0) + Math.Min(parts.Rest, 0),
            Math.Max(parts.Collector, 0) + Math.Max(parts.Rest, 0),
        }).Append(0).ToList();
        var (low, high) = (ends.Min(), ends.Max());
        var air = Math.Max((high - low) * 0.05, 0.005);
        return new CostAxis(low < 0 ? low - air : -air, high > 0 ? high + air : air, left, right);
    }

    /// <summary>Where a change lies.</summary>
    public double Position(double change) => Left + ((Right - Left) * (change - Low) / (High - Low));

    /// <summary>Values to label, 0 among them: as many as fit without their labels touching.</summary>
    public IReadOnlyList<double> Ticks => AxisStep.From(SmallestExponent)
        .Where(step => (High - Low) / step.Size <= MostSteps)
        .Select(step => step.Multiples((int)Math.Ceiling(Low / step.Size), (int)Math.Floor(High / step.Size)).FindAll(tick => tick == 0 || IsInside(tick)))
        .First(ticks => AxisLabels.Fit([.. ticks.Select(tick => (Position(tick), Figures.Change(tick)))]));

    private bool IsInside(double tick) => Position(tick) - (Width(tick) / 2) >= Left - Beyond && Position(tick) + (Width(tick) / 2) <= Right + Beyond;

    private static double Width(double tick) => ChartText.Width(Figures.Change(tick), LabelSize);
}
