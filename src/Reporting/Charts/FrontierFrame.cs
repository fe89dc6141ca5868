using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>The layout of a frontier: as many panels side by side as their signs allow, the others below.</summary>
/// <param name="Across">Panels beside each other.</param>
/// <param name="PanelTop">Where the first row begins.</param>
internal sealed record FrontierFrame(FrontierData Data, ChartSize Size, int Across, double PanelTop)
{
    public const double LabelWidth = 52;
    public const int TitleLines = 2;

    private const double PlotHeight = 220;
    private const double HeadingHeight = 36;
    private const double AxisHeight = 66;
    private const double RowHeight = HeadingHeight + PlotHeight + AxisHeight;
    private const double PanelGap = 18;
    private const int MostAcross = 3;

    // Room for a sign of each load at each place.
    private const double SignWidth = 16;

    private double PanelWidth => (Size.Width - (PanelGap * (Across - 1))) / Across;

    private int Rows => (Data.Panels.Count + Across - 1) / Across;

    public double Height => PanelTop + (Rows * RowHeight);

    public static FrontierFrame Of(FrontierData data, ChartSize size)
    {
        var places = data.Stretches.Sum(stretch => stretch.Labels.Count);
        var needed = LabelWidth + FrontierBox.Margin + (places * Math.Max(2, data.Loads.Count) * SignWidth) + (FrontierBox.StretchGap * (data.Stretches.Count - 1));
        var across = Math.Clamp((int)(size.Width / (needed + PanelGap)), 1, Math.Min(MostAcross, data.Panels.Count));
        var lines = ChartText.Lines(data.Axis.Title, size.Width, 12, TitleLines).Count;
        return new FrontierFrame(data, size, across, 4 + (15 * lines));
    }

    public FrontierBox Panel(int index)
    {
        var (left, top) = (index % Across * (PanelWidth + PanelGap), PanelTop + (index / Across * RowHeight) + HeadingHeight);
        return new FrontierBox(Data, left + LabelWidth, left + PanelWidth - FrontierBox.Margin, top, top + PlotHeight);
    }
}

/// <summary>The plot of one panel.</summary>
internal sealed record FrontierBox(FrontierData Data, double Left, double Right, double Top, double Bottom)
{
    public const double Margin = 8;
    public const double StretchGap = 14;

    private const double WidestApart = 18;
    private const double BarWidth = 14;

    // What a sign takes up above and below its baseline, with some air.
    private const double AboveBaseline = 14;
    private const double BelowBaseline = 5;

    /// <summary>Width of a place.</summary>
    public double Slot => (Right - Left - (StretchGap * (Data.Stretches.Count - 1))) / Data.Stretches.Sum(stretch => stretch.Labels.Count);

    private double Apart => Math.Min(WidestApart, Slot / Data.Loads.Count);

    public double LeftOf(int stretch) => Left + Data.Stretches.Take(stretch).Sum(before => (before.Labels.Count * Slot) + StretchGap);

    public double RightOf(int stretch) => LeftOf(stretch) + (Data.Stretches[stretch].Labels.Count * Slot);

    /// <summary>The middle of a place.</summary>
    public double X(int stretch, int place) => LeftOf(stretch) + ((place + 0.5) * Slot);

    /// <summary>Where a load's point lies: those of one place stand beside each other.</summary>
    public double X(FrontierPoint point) => X(point.Stretch, point.Place) + ((point.Load - ((Data.Loads.Count - 1) / 2.0)) * Apart);

    public double Y(double value)
    {
        var (from, to) = (Scale(Data.Axis.From), Scale(Data.Axis.To));
        return Bottom - ((Bottom - Top) * (Scale(value) - from) / (to - from));
    }

    /// <summary>Baseline of a sign that stands neither at the top nor at the bottom.</summary>
    public double Middle => (Top + Bottom) / 2;

    /// <summary>The boxes that are hatched where a point has no answer: above and below its sign, which could not be read on hatching.</summary>
    public IEnumerable<(double Left, double Top, double Width, double Height)> Bars(FrontierPoint point)
    {
        var (width, high, low) = (Math.Min(BarWidth, Apart), Y(point.High), Y(point.Low));
        return new[] { (From: high, To: Math.Min(low, Middle - AboveBaseline)), (From: Math.Max(high, Middle + BelowBaseline), To: low) }
            .Where(part => part.To > part.From)
            .Select(part => (X(point) - (width / 2), part.From, width, part.To - part.From));
    }

    private double Scale(double value) => Data.Axis.Geometric ? Math.Log(value) : value;
}

/// <summary>The legend of a frontier: one entry for each sign that it uses, in as many rows as needed.</summary>
internal static class FrontierLegend
{
    private const double RowHeight = 22;
    private const double Swatch = 22;
    private const double Top = 8;

    public static double Height(FrontierData data, FrontierFrame frame) => Top + ((Placed(data, frame).Max(entry => entry.Row) + 1) * RowHeight);

    public static IEnumerable<HtmlNode> Draw(FrontierData data, FrontierFrame frame)
    {
        foreach (var (draw, words, x, row) in Placed(data, frame))
        {
            var top = frame.Height + Top + (row * RowHeight);
            yield return draw(x, top);
            yield return Svg.Text("quiet", (x + Swatch + 6, top + 11), "start", words);
        }
    }

    private static IEnumerable<(Func<double, double, HtmlNode> Item, string Label, double X, int Row)> Placed(FrontierData data, FrontierFrame frame) =>
        LegendRows.Place(Entries(data).Select(entry => (entry.Draw, ChartText.Fit(entry.Words, frame.Size.Width - Swatch - 6, 12))), Swatch + 6, 0, frame.Size.Width);

    private static IEnumerable<(Func<double, double, HtmlNode> Draw, string Words)> Entries(FrontierData data)
    {
        var points = data.Panels.SelectMany(panel => panel.Points).ToList();
        foreach (var (load, name) in data.Loads.Index()) yield return ((x, y) => Line(load, x, y), name);
        if (data.Panels.Any(panel => panel.WinsAbove is not null))
        {
            yield return ((x, y) => Box("less-1", x, y), data.Wins);
            yield return ((x, y) => Box("more-1", x, y), data.Loses);
        }

        if (points.Exists(point => point.Bytes is not null)) yield return ((x, y) => Svg.Line("one dashed", (x, y + 7), (x + Swatch, y + 7)), "bytes cross");
        foreach (var answer in points.Select(point => point.Answer).Where(answer => answer != FrontierAnswer.Crosses).Distinct().Order())
        {
            var mark = FrontierMark.Of(answer);
            yield return ((x, y) => Sign(answer, x, y), FrontierPlot.IsOpen(answer) ? $"{mark.Glyph} {mark.Word}" : $"{mark.Word} throughout");
        }
    }

    private static HtmlNode Line(int load, double x, double y) => Svg.Group(
        FrontierPlot.LoadClass(load),
        Svg.Box("reach", (x, y + 1), (Swatch, 12)),
        Svg.Line("whisker", (x, y + 7), (x + Swatch, y + 7)),
        FrontierShapes.Of(load, (x + (Swatch / 2), y + 7), 4));

    private static HtmlNode Box(string shade, double x, double y) => Svg.Box(shade, (x, y), (Swatch, 14));

    private static HtmlNode Sign(FrontierAnswer answer, double x, double y) => FrontierPlot.IsOpen(answer)
        ? Svg.Group("first", Svg.Path("stem", FrontierShapes.Hatch((x, y, Swatch, 14))))
        : Svg.Text("quiet", (x + (Swatch / 2), y + 11), "middle", FrontierMark.Of(answer).Glyph);
}
