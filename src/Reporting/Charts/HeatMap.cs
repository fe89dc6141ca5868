using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>
/// Ratios in a grid of loads and pressures. A cell says by its words what its colour says: the verdict's mark, the ratio, and where there is
/// room the interval; what is undecided has a broken outline instead of a shade.
/// </summary>
internal static class HeatMap
{
    private const double TextSize = 12;

    public static HtmlNode Draw(HeatMapData data, ChartSize size)
    {
        var layout = HeatMapLayout.Of(data, size);
        return Svg.Drawing(
            $"{data.Id}-{size.CssClass}",
            size.CssClass,
            (size.Width, layout.Height + HeatMapLegend.Height(data, layout)),
            (data.Title, data.Description),
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
                        Svg.Text("label", (middle, centre - 13), "middle", cell.Ratio),
                        Svg.Text("small", (middle, centre + 4), "middle", ChartText.Fit(interval, layout.CellWidth - 4, TextSize)),
                        Svg.Text("small", (middle, centre + 21), "middle", $"{cell.Mark.Glyph} {cell.Mark.Word}"),
                    ]
                    : new[]
                    {
                        Svg.Text("label", (middle, centre - 4), "middle", $"{cell.Mark.Glyph} {cell.Ratio}"),
                        Svg.Text("small", (middle, centre + 14), "middle", cell.Mark.Word),
                    },
            ]);
    }

    /// <summary>The class of a cell's box.</summary>
    public static string Shade(HeatMapCell cell) => cell switch
    {
        { Shade: > 0 } => FormattableString.Invariant($"{(cell.Mark.Tone == Tone.Good ? "less" : "more")}-{cell.Shade}"),
        { Mark.Tone: Tone.Even } => "level",
        _ => "undecided",
    };

    // What the plan left out.
    private static IEnumerable<(int Row, int Column)> Gaps(HeatMapData data)
    {
        var compared = data.Cells.Select(cell => (cell.Row, cell.Column)).ToHashSet();
        return from row in Enumerable.Range(0, data.Rows.Count)
               from column in Enumerable.Range(0, data.Columns.Count)
               where !compared.Contains((row, column))
               select (row, column);
    }
}
