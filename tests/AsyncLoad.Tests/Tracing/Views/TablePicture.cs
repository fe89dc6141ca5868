using System.Globalization;
using System.Xml.Linq;

namespace AsyncLoad.Tests.Tracing.Views;

/// <summary>A table as a picture, in light and dark.</summary>
internal static class TablePicture
{
    private const int RowHeight = 22;
    private const int LetterWidth = 8;
    private const int Gap = 24;
    private const int Margin = 16;

    private const string Style = """
        text { font: 13px monospace; fill: #1b1f24 } .head { font-weight: 700 } .title { font: 600 15px sans-serif } .paper { fill: #fff } .rule { stroke: #8c959f }
        @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .paper { fill: #0d1117 } }
        """;

    /// <summary>Draws it.</summary>
    /// <param name="title">The view, and what it shows.</param>
    /// <param name="rows">The headings, then the rows; the first column is text, the others are figures.</param>
    public static string Draw(string title, IReadOnlyList<string[]> rows)
    {
        int[] widths = [.. Enumerable.Range(0, rows[0].Length).Select(column => rows.Max(row => row[column].Length) * LetterWidth)];
        var width = Math.Max(widths.Sum() + (Gap * (widths.Length - 1)), title.Length * LetterWidth) + (2 * Margin);
        var height = ((rows.Count + 1) * RowHeight) + (2 * Margin);
        return SvgPicture.Of(
            title,
            Style,
            (width, height),
            SvgPicture.Text("title", (Margin, Margin + 12), "start", title),
            SvgPicture.Path("rule", string.Create(CultureInfo.InvariantCulture, $"M{Margin} {Baseline(0) + 6}H{width - Margin}")),
            rows.SelectMany((row, index) => Row(row, index, widths)));
    }

    private static IEnumerable<XElement> Row(string[] cells, int index, int[] widths)
    {
        var left = Margin;
        for (var column = 0; column < cells.Length; column++)
        {
            yield return column == 0
                ? SvgPicture.Text(index == 0 ? "head" : "cell", (left, Baseline(index)), "start", cells[column])
                : SvgPicture.Text(index == 0 ? "head" : "cell", (left + widths[column], Baseline(index)), "end", cells[column]);
            left += widths[column] + Gap;
        }
    }

    private static int Baseline(int row) => Margin + 12 + ((row + 1) * RowHeight);
}
