using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>Latencies of both sides by percentile, on HdrHistogram's axis: whole line and circles for the baseline, broken line and diamonds for the candidate.</summary>
internal static class PercentilePlot
{
    private const double Height = 250;
    private const double AxisHeight = 52;
    private const double LabelWidth = 62;
    private const double LegendRow = 22;
    private const double LegendMark = 40;
    private const double MarkSize = 4;

    // Up to 90 % in any case.
    private const double LeastRarity = 10;

    public static HtmlNode Draw(PercentileData data, ChartSize size)
    {
        var plot = Plot.Of(data, size);
        return Svg.Drawing(
            data.Id, size, plot.Bottom + AxisHeight, (data.Title, data.Description),
            [
                .. plot.Sides.SelectMany((side, index) => Legend(side, plot, index)),
                .. Grid(plot, data.Unsure),
                .. plot.Sides.Select(side => Curve(side, plot)),
            ]);
    }

    private static IEnumerable<HtmlNode> Legend(DrawnSide side, Plot plot, int index)
    {
        var (y, left) = (plot.LegendY(index), plot.LegendX(index));
        yield return Svg.Group(side.CssClass, Svg.Line(side.LineClass, (left, y - 4), (left + LegendMark - 10, y - 4)), side.Marks([(left + ((LegendMark - 10) / 2), y - 4)]));
        yield return Svg.Text("quiet", (left + LegendMark, y), "start", ChartText.Fit(side.Curve.Name, plot.LegendWidth - LegendMark, 12));
    }

    private static IEnumerable<HtmlNode> Grid(Plot plot, double from)
    {
        var (left, right) = (plot.Rarities.Left, plot.Rarities.Right);
        var unsure = plot.Rarities.Position(Math.Clamp(from, 1, plot.Rarities.Highest));
        yield return Svg.Box("band", (unsure, plot.Top), (right - unsure, plot.Bottom - plot.Top));
        var (levels, places) = (plot.Latencies.Ticks(), plot.Rarities.Ticks());
        yield return Svg.Path("tick", SvgPath.Levels(levels.Select(plot.Latencies.Position), left, right) + SvgPath.Uprights(places.Select(tick => plot.Rarities.Position(tick.Rarity)), [(plot.Top, plot.Bottom)]));
        foreach (var tick in levels) yield return Svg.Text("quiet", (LabelWidth - 8, plot.Latencies.Position(tick) + 4), "end", Plot.Label(tick));
        foreach (var tick in places) yield return Svg.Text("quiet", (plot.Rarities.Position(tick.Rarity), plot.Bottom + 18), "middle", tick.Label);
        yield return Svg.Line("rule", (left, plot.Bottom), (right, plot.Bottom));
        yield return Svg.Text("quiet", ((left + right) / 2, plot.Bottom + 42), "middle", "percentile; grey: fewer than ten operations above");
    }

    private static HtmlNode Curve(DrawnSide side, Plot plot)
    {
        var marked = plot.Rarities.Ticks().Where(tick => tick.Rarity > 1 && tick.Rarity <= side.Curve.Count).Select(tick => plot.At(side.Curve, tick.Rarity)).ToList();
        return Svg.Group(
            side.CssClass,
            [
                Svg.Path(side.LineClass, SvgPath.Rises([.. side.Curve.Points.Select(point => (plot.Rarities.Position(point.Rarity), plot.Latencies.Position(point.Nanoseconds)))])),
                .. marked.Count > 0 ? [side.Marks(marked)] : Array.Empty<HtmlNode>(),
            ]);
    }

    private sealed record DrawnSide(PercentileCurve Curve, bool IsBaseline)
    {
        public string CssClass => IsBaseline ? "first" : "second";

        public string LineClass => IsBaseline ? "curve" : "curve dashed";

        public HtmlNode Marks(IReadOnlyList<(double X, double Y)> points) =>
            IsBaseline ? Svg.Path("point hollow", SvgPath.Circles(points, MarkSize)) : Svg.Path("point", SvgPath.Diamonds(points, MarkSize + 1));
    }

    private sealed record Plot(IReadOnlyList<DrawnSide> Sides, RarityAxis Rarities, LogAxis Latencies, double Top, ChartSize Size)
    {
        public double Bottom => Top + Height;

        public double LegendWidth => Size.Beside ? (Rarities.Right - Rarities.Left) / 2 : Size.Width;

        public static Plot Of(PercentileData data, ChartSize size)
        {
            List<DrawnSide> sides = [];
            if (data.Baseline is { } baseline) sides.Add(new DrawnSide(baseline, true));
            if (data.Candidate is { } candidate) sides.Add(new DrawnSide(candidate, false));
            var top = (size.Beside ? LegendRow : LegendRow * sides.Count) + 16;
            var values = sides.SelectMany(side => side.Curve.Points).Select(point => point.Nanoseconds).ToList();
            return new Plot(
                sides,
                new RarityAxis(Math.Max(sides.Max(side => side.Curve.Count), LeastRarity), LabelWidth + 6, size.Width - 38),
                LogAxis.Over(values, top + Height, top) with { Upright = true },
                top,
                size);
        }

        public double LegendX(int index) => Size.Beside ? Rarities.Left + (index * LegendWidth) : 0;

        public double LegendY(int index) => 16 + (Size.Beside ? 0 : index * LegendRow);

        // Whole units read easily: 500 µs, 1 ms, 2 ms.
        public static string Label(double nanoseconds)
        {
            var (unit, factor) = Figures.TimeUnit(nanoseconds);
            return $"{Figures.Tick(nanoseconds / factor)} {unit}";
        }

        // On the line, which is at the height of its next point.
        public (double X, double Y) At(PercentileCurve curve, double rarity) =>
            (Rarities.Position(rarity), Latencies.Position(curve.Points.FirstOrDefault(point => point.Rarity >= rarity, curve.Points[^1]).Nanoseconds));
    }
}
