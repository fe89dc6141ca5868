using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>
/// Ratios in a grid of loads and pressures, or of other settings. The words of a cell say what its colour says: the verdict's mark, the ratio, and where there is
/// room the interval. An undecided cell has a broken outline instead of a shade.
/// </summary>
internal static class HeatMap
{
    private const double TextSize = 12;

    public static HtmlNode Draw(HeatMapData data, ChartSize size)
    {
        var layout = HeatMapLayout.Of(data, size);
        return Svg.Drawing(
            data.Id, size, layout.Height + HeatMapLegend.Height(data, layout), (data.Title, data.Description),
            [
                .. Enumerable.Range(0, layout.Bands).SelectMany(band => Headings(data, layout, band)),
                .. data.Cells.Select(cell => Cell(cell, layout)),
                .. Gaps(data).Select(gap => Svg.Text("quiet", layout.Middle(gap.Row, gap.Column), "middle", "–")),
                .. HeatMapLegend.Draw(data, layout),
            ]);
    }

    private static IEnumerable<HtmlNode> Headings(HeatMapData data, HeatMapLayout layout, int band)
    {
        var top = layout.BandTop(band);
        foreach (var column in layout.ColumnsOf(band))
        {
            var lines = ChartText.Lines(data.Columns[column], layout.CellWidth, HeatMapLayout.HeadingSize, HeatMapLayout.HeadingLines);
            foreach (var (index, line) in lines.Index())
                yield return Svg.Text("quiet", (layout.X(column) + (layout.CellWidth / 2), top + layout.HeadingHeight - 10 - ((lines.Count - 1 - index) * 15)), "middle", line);
        }

        foreach (var (row, label) in data.Rows.Index())
        {
            var (y, width) = layout.Label(row, band);
            yield return Svg.Text("label", (0, y), "start", ChartText.Fit(label, width, 13));
        }
    }

    private static HtmlNode Cell(HeatMapCell cell, HeatMapLayout layout)
    {
        var (x, y) = layout.Corner(cell.Row, cell.Column);
        var (middle, centre) = (x + (layout.CellWidth / 2), y + (layout.CellHeight / 2));
        return Svg.Group(
            $"cell {cell.Mark.CssClass}",
            [
                Svg.Box(Shade(cell), (x, y), (layout.CellWidth, layout.CellHeight)),
                .. layout.HasIntervals && cell.Interval is { } interval
                    ? [
                        Svg.Text("label", (middle, centre - 13), "middle", ChartText.Fit(Lettered(cell.Ratio, cell), layout.CellWidth - 4, 13)),
                        Svg.Text("small", (middle, centre + 4), "middle", ChartText.Fit(interval, layout.CellWidth - 4, TextSize)),
                        Svg.Text("small", (middle, centre + 21), "middle", $"{cell.Mark.Glyph} {cell.Mark.Word}"),
                    ]
                    : new[]
                    {
                        Svg.Text("label", (middle, centre - 4), "middle", ChartText.Fit(Lettered($"{cell.Mark.Glyph} {cell.Ratio}", cell), layout.CellWidth - 2, 13)),
                        Svg.Text("small", (middle, centre + 14), "middle", cell.Mark.Word),
                    },
            ]);
    }

    // After the ratio, where figures of a table have theirs too.
    private static string Lettered(string ratio, HeatMapCell cell) => cell.Letters.Length == 0 ? ratio : $"{ratio} [{cell.Letters}]";

    /// <summary>The class of a cell's box.</summary>
    public static string Shade(HeatMapCell cell) => cell switch
    {
        { Shade: > 0 } => FormattableString.Invariant($"{(cell.Mark.Tone == Tone.Good ? "less" : "more")}-{cell.Shade}"),
        { Mark.Tone: Tone.Even } => "level",
        _ => "undecided",
    };

    // What the plan skipped.
    private static IEnumerable<(int Row, int Column)> Gaps(HeatMapData data)
    {
        var compared = data.Cells.Select(cell => (cell.Row, cell.Column)).ToHashSet();
        return from row in Enumerable.Range(0, data.Rows.Count)
               from column in Enumerable.Range(0, data.Columns.Count)
               where !compared.Contains((row, column))
               select (row, column);
    }
}

/// <summary>The layout of a heat map. Columns that do not fit side by side go into further bands below, each with all rows.</summary>
/// <param name="AcrossBand">How many of them lie beside each other.</param>
internal sealed record HeatMapLayout(double Left, double Width, int Rows, int Columns, int AcrossBand, double CellWidth, double HeadingHeight)
{
    public const double HeadingSize = 12;
    public const int HeadingLines = 2;

    private const double Gap = 4;
    // Room for "not measured" and "inconclusive".
    private const double NarrowestCell = 91;
    private const double WidestCell = 184;
    private const double IntervalWidth = 104;
    private const double LabelLine = 26;
    private const double BandGap = 10;

    /// <summary>Whether cells are wide enough for an interval.</summary>
    public bool HasIntervals => CellWidth >= IntervalWidth;

    public double CellHeight => HasIntervals ? 66 : 50;

    public int Bands => (Columns + AcrossBand - 1) / AcrossBand;

    public double Height => BandTop(Bands);

    private bool LabelsBeside => Left > 0;

    private double RowHeight => CellHeight + Gap + (LabelsBeside ? 0 : LabelLine);

    public static HeatMapLayout Of(HeatMapData data, ChartSize size)
    {
        double left = size.Beside ? 200 : 0;
        var room = size.Width - left;
        var most = (int)((room + Gap) / (NarrowestCell + Gap));
        var bands = (data.Columns.Count + most - 1) / most;
        // Bands of similar width, instead of a last band with a single column.
        var across = (data.Columns.Count + bands - 1) / bands;
        var width = Math.Min(WidestCell, Math.Floor(((room + Gap) / across) - Gap));
        var lines = data.Columns.Max(column => ChartText.Lines(column, width, HeadingSize, HeadingLines).Count);
        return new HeatMapLayout(left, size.Width, data.Rows.Count, data.Columns.Count, across, width, 14 + (15 * lines));
    }

    public IEnumerable<int> ColumnsOf(int band) => Enumerable.Range(band * AcrossBand, Math.Min(AcrossBand, Columns - (band * AcrossBand)));

    public double BandTop(int band) => band * (HeadingHeight + (Rows * RowHeight) + BandGap);

    public double X(int column) => Left + (column % AcrossBand * (CellWidth + Gap));

    public (double X, double Y) Corner(int row, int column) =>
        (X(column), BandTop(column / AcrossBand) + HeadingHeight + (row * RowHeight) + (LabelsBeside ? 0 : LabelLine));

    public (double X, double Y) Middle(int row, int column) => (Corner(row, column).X + (CellWidth / 2), Corner(row, column).Y + (CellHeight / 2) + 4);

    /// <summary>Where the label of a row stands, and how wide it may be.</summary>
    public (double Y, double Width) Label(int row, int band)
    {
        var top = BandTop(band) + HeadingHeight + (row * RowHeight);
        return LabelsBeside ? (top + (CellHeight / 2) + 4, Left - 12) : (top + 18, Width);
    }
}

/// <summary>The legend of a heat map: one entry for each shade that it uses, in as many rows as needed.</summary>
internal static class HeatMapLegend
{
    private const double RowHeight = 22;
    private const double Swatch = 16;
    private const double Top = 8;

    // From far below 1 to far above it.
    private static readonly (string Shade, string Words)[] All =
    [
        ("less-3", "wins, beyond 2 ×"),
        ("less-2", "wins, 1.25 to 2 ×"),
        ("less-1", "wins, up to 1.25 ×"),
        ("level", "equivalent"),
        ("undecided", "undecided or not measured"),
        ("more-1", "loses, up to 1.25 ×"),
        ("more-2", "loses, 1.25 to 2 ×"),
        ("more-3", "loses, beyond 2 ×"),
    ];

    public static double Height(HeatMapData data, HeatMapLayout layout) => Top + ((Placed(data, layout).Max(entry => entry.Row) + 1) * RowHeight);

    public static IEnumerable<HtmlNode> Draw(HeatMapData data, HeatMapLayout layout)
    {
        foreach (var (shade, words, x, row) in Placed(data, layout))
        {
            var top = layout.Height + Top + (row * RowHeight);
            yield return Svg.Group("cell", Svg.Box(shade, (x + 1, top + 1), (Swatch - 2, Swatch - 4)));
            yield return Svg.Text("quiet", (x + Swatch + 6, top + 11), "start", words);
        }
    }

    private static IEnumerable<(string Shade, string Words, double X, int Row)> Placed(HeatMapData data, HeatMapLayout layout)
    {
        var shown = data.Cells.Select(HeatMap.Shade).ToHashSet(StringComparer.Ordinal);
        return LegendRows.Place(All.Where(entry => shown.Contains(entry.Shade)), Swatch + 6, layout.Left, layout.Width);
    }
}
