using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>Ratios on a logarithmic axis over the steps of a sweep: a line at 1, the band of equivalence, and a band where the crossing lies.</summary>
internal static class CrossoverPlot
{
    private const double Top = 30;
    private const double Height = 240;
    private const double AxisHeight = 52;
    private const double LabelWidth = 52;
    private const double LabelSize = 12;
    private const double MarkSize = 5;

    public static HtmlNode Draw(CrossoverData data, ChartSize size)
    {
        var plot = Plot.Of(data, size);
        return Svg.Drawing(
            data.Id, size, Top + Height + AxisHeight, (data.Title, data.Description),
            [
                .. data.Crossing is { } range ? [Range(range, plot)] : Array.Empty<HtmlNode>(),
                .. Grid(data, plot),
                .. data.Crossing is { } crossing ? [Svg.Line("one", (plot.X(crossing.Estimate), Top), (plot.X(crossing.Estimate), Top + Height))] : Array.Empty<HtmlNode>(),
                .. Labels(data, plot).Select(label => Svg.Text("quiet", (plot.X(label.Step), Top + Height + 18), "middle", label.Label)),
                Svg.Text("quiet", ((plot.Left + plot.Right) / 2, Top + Height + 42), "middle", data.Axis),
                Svg.Text("quiet", (0, Top - 14), "start", $"ratio; below 1 {data.Below}"),
                .. Line(data, plot),
                .. data.Points.SelectMany(point => Point(point, plot)),
            ]);
    }

    private static IEnumerable<HtmlNode> Grid(CrossoverData data, Plot plot)
    {
        var (low, high) = (plot.Y(data.MarginLow), plot.Y(data.MarginHigh));
        yield return Svg.Box("band", (plot.Left, high), (plot.Right - plot.Left, low - high));
        foreach (var tick in plot.Ratios.Ticks())
        {
            yield return Svg.Line(tick == 1 ? "one" : "tick", (plot.Left, plot.Y(tick)), (plot.Right, plot.Y(tick)));
            yield return Svg.Text("quiet", (LabelWidth - 8, plot.Y(tick) + 4), "end", Figures.Tick(tick));
        }

        yield return Svg.Line("rule", (plot.Left, Top + Height), (plot.Right, Top + Height));
    }

    private static HtmlNode Range(PlotInterval crossing, Plot plot)
    {
        var (low, high) = (plot.X(crossing.Low), plot.X(crossing.High));
        return Svg.Box("band", (low, Top), (Math.Max(high - low, 1), Height));
    }

    private static IEnumerable<HtmlNode> Line(CrossoverData data, Plot plot) => data.Points
        .Where(point => point.Ratio is not null)
        .Zip(data.Points.Where(point => point.Ratio is not null).Skip(1))
        .Select(ends => Svg.Line("one", (plot.X(ends.First.Step), plot.Y(ends.First.Ratio!.Estimate)), (plot.X(ends.Second.Step), plot.Y(ends.Second.Ratio!.Estimate))));

    private static IEnumerable<HtmlNode> Point(CrossoverPoint point, Plot plot)
    {
        if (point.Ratio is not { } ratio) yield break;
        var x = plot.X(point.Step);
        var (low, high) = (plot.Y(ratio.Low), plot.Y(ratio.High));
        yield return Svg.Group(
            point.Mark.CssClass,
            Svg.Line("whisker", (x, low), (x, high)),
            Svg.Line("whisker", (x - 4, low), (x + 4, low)),
            Svg.Line("whisker", (x - 4, high), (x + 4, high)),
            VerdictShape.At(point.Mark.Tone, [(x, plot.Y(ratio.Estimate))], MarkSize));
    }

    // Steps lie close together where the crossing is: the ends first, then as many as fit.
    private static List<CrossoverPoint> Labels(CrossoverData data, Plot plot)
    {
        var shown = new List<CrossoverPoint>();
        foreach (var point in data.Points.Take(1).Concat(data.Points.TakeLast(1)).Concat(data.Points).Distinct())
        {
            var width = ChartText.Width(point.Label, LabelSize);
            if (shown.TrueForAll(other => Math.Abs(plot.X(other.Step) - plot.X(point.Step)) > (width + ChartText.Width(other.Label, LabelSize)) / 2 + 10)) shown.Add(point);
        }

        return shown;
    }

    // Steps at even factors lie at even distances.
    private sealed record Plot(LogAxis Ratios, Func<double, double> Scale, double Left, double Right)
    {
        public static Plot Of(CrossoverData data, ChartSize size)
        {
            var shown = data.Points.Select(point => point.Ratio).OfType<PlotInterval>().SelectMany(ratio => new[] { ratio.Low, ratio.High });
            // Turned upright: its left end is the lower edge. A label needs the height of a line there, not its width.
            var ratios = LogAxis.Around([.. shown, data.MarginLow, data.MarginHigh], Top + Height, Top) with { Upright = true };
            var scale = data.Geometric ? Math.Log : new Func<double, double>(step => step);
            var (from, to) = (scale(data.From), scale(data.To));
            // The label of the last step has its middle at the right end.
            var half = Math.Round(ChartText.Width(data.Points is [.., var last] ? last.Label : "", LabelSize) / 2);
            return new Plot(ratios, step => (scale(step) - from) / (to - from), LabelWidth + 14, size.Width - Math.Max(24, half));
        }

        public double X(double step) => Left + ((Right - Left) * Scale(step));

        public double Y(double ratio) => Ratios.Position(ratio);
    }
}
