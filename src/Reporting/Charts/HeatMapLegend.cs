using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>What the shades of a heat map mean: those that it has, in as many rows as it takes.</summary>
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
