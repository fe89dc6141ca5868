using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>A figure over many runs on a logarithmic axis. Each run has a mark with its interval, each level a line, and each change an upright line.</summary>
internal static class TrendPlot
{
    private const double Top = 48;
    private const double Height = 220;
    private const double AxisHeight = 30;
    private const double LabelWidth = 66;
    private const double LabelSize = 12;
    private const double Gap = 10;
    public const double Radius = 4;
    private const double Frame = Top + Height + AxisHeight;

    public static HtmlNode Draw(TrendData data, ChartSize size)
    {
        var plot = Plot.Of(data, size);
        return Svg.Drawing(
            data.Id, size, Frame + TrendLegend.Height(data, size), (data.Title, data.Description),
            [
                Svg.Text("quiet", (0, 14), "start", ChartText.Fit(data.Unit, size.Width, LabelSize)),
                .. Grid(data, plot),
                .. data.Levels.Where(level => level.Change is not null).Select(level => Svg.Line("one", (plot.Before(level), Top), (plot.Before(level), Top + Height))),
                .. Fitting([.. data.Levels.Where(level => level.Change is not null).Reverse().Select(level => (plot.Before(level), level.Change!))], (plot.Left, size.Width)).Select(label => Svg.Text("label", (label.X, Top - 10), "middle", label.Text)),
                Svg.Group("first", [.. data.Levels.Select(level => Svg.Line("curve", (plot.X(level.First) - Radius, plot.Y(level.Middle)), (plot.X(level.Last) + Radius, plot.Y(level.Middle))))]),
                .. data.Points.Index().Where(point => point.Item.Interval is not null).GroupBy(point => point.Item.Mark.CssClass).Select(tone => Marks(tone.Key, [.. tone], plot)),
                .. Fitting([.. Ends(data).Select(index => (plot.X(index), data.Points[index].Label))], (0, size.Width)).Select(label => Svg.Text("quiet", (label.X, Top + Height + 20), "middle", label.Text)),
                .. TrendLegend.Draw(data, size, Frame),
            ]);
    }

    private static IEnumerable<HtmlNode> Grid(TrendData data, Plot plot)
    {
        foreach (var tick in plot.Axis.Ticks())
        {
            yield return Svg.Line(data.IsRatio && tick == 1 ? "one" : "tick", (plot.Left, plot.Y(tick)), (plot.Right, plot.Y(tick)));
            yield return Svg.Text("quiet", (LabelWidth - 8, plot.Y(tick) + 4), "end", Figures.Tick(tick));
        }

        yield return Svg.Line("rule", (plot.Left, Top + Height), (plot.Right, Top + Height));
    }

    private static HtmlNode Marks(string tone, IReadOnlyList<(int Index, TrendDot Item)> points, Plot plot)
    {
        return Svg.Group(
            tone,
            Svg.Path("whisker", string.Concat(points.Select(point => $"M{Svg.Length(plot.X(point.Index))} {Svg.Length(plot.Y(point.Item.Interval!.Low))}V{Svg.Length(plot.Y(point.Item.Interval.High))}"))),
            VerdictShape.At(points[0].Item.Mark.Tone, [.. points.Select(point => (plot.X(point.Index), plot.Y(point.Item.Interval!.Estimate)))], Radius));
    }

    // Days at the ends first, then where it changed.
    private static IEnumerable<int> Ends(TrendData data) => new[] { 0, data.Points.Count - 1 }.Concat(data.Levels.Select(level => level.First)).Distinct();

    // As many labels as fit without touching, in this order. The table has all of them.
    private static List<(double X, string Text)> Fitting(IReadOnlyList<(double X, string Text)> labels, (double Left, double Right) room)
    {
        var shown = new List<(double X, string Text)>();
        foreach (var (x, text) in labels)
        {
            var half = ChartText.Width(text, LabelSize) / 2;
            var inside = Math.Clamp(x, room.Left + half, Math.Max(room.Left + half, room.Right - half));
            if (shown.TrueForAll(other => Math.Abs(other.X - inside) > half + (ChartText.Width(other.Text, LabelSize) / 2) + Gap)) shown.Add((inside, text));
        }

        return shown;
    }

    // Runs at even distances: what lies between two of them may be an hour or a month.
    private sealed record Plot(LogAxis Axis, double Left, double Right, int Count)
    {
        public static Plot Of(TrendData data, ChartSize size)
        {
            List<double> shown = [.. data.Points.Select(point => point.Interval).OfType<PlotInterval>().SelectMany(interval => new[] { interval.Low, interval.High })];
            var axis = (data.IsRatio ? LogAxis.Around(shown, Top + Height, Top) : LogAxis.Over(shown, Top + Height, Top)) with { Upright = true };
            return new Plot(axis, LabelWidth + 14, size.Width - 24, data.Points.Count);
        }

        public double X(double index) => Count == 1 ? (Left + Right) / 2 : Left + ((Right - Left) * index / (Count - 1));

        public double Y(double value) => Axis.Position(value);

        public double Before(TrendLevel level) => X(level.First - 0.5);
    }
}
