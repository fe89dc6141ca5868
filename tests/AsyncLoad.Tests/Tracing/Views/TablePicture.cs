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

    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    /// <summary>Draws it.</summary>
    /// <param name="title">The view, and what it shows.</param>
    /// <param name="rows">The headings, then the rows; the first column is text, the others are figures.</param>
    public static string Draw(string title, IReadOnlyList<string[]> rows)
    {
        int[] widths = [.. Enumerable.Range(0, rows[0].Length).Select(column => rows.Max(row => row[column].Length) * LetterWidth)];
        var width = Math.Max(widths.Sum() + (Gap * (widths.Length - 1)), title.Length * LetterWidth) + (2 * Margin);
        var height = ((rows.Count + 1) * RowHeight) + (2 * Margin);
        var picture = new XElement(
            Svg + "svg",
            new XAttribute("viewBox", string.Create(CultureInfo.InvariantCulture, $"0 0 {width} {height}")),
            new XAttribute("width", width),
            new XAttribute("role", "img"),
            new XElement(Svg + "title", title),
            new XElement(Svg + "style", Style),
            new XElement(Svg + "rect", new XAttribute("class", "paper"), new XAttribute("width", width), new XAttribute("height", height)),
            Text(Margin, Margin + 12, "title", "start", title),
            new XElement(Svg + "path", new XAttribute("class", "rule"), new XAttribute("d", string.Create(CultureInfo.InvariantCulture, $"M{Margin} {Baseline(0) + 6}H{width - Margin}"))),
            rows.SelectMany((row, index) => Row(row, index, widths)));
        return picture + "\n";
    }

    private static IEnumerable<XElement> Row(string[] cells, int index, int[] widths)
    {
        var left = Margin;
        for (var column = 0; column < cells.Length; column++)
        {
            yield return column == 0
                ? Text(left, Baseline(index), index == 0 ? "head" : "cell", "start", cells[column])
                : Text(left + widths[column], Baseline(index), index == 0 ? "head" : "cell", "end", cells[column]);
            left += widths[column] + Gap;
        }
    }

    private static int Baseline(int row) => Margin + 12 + ((row + 1) * RowHeight);

    private static XElement Text(int x, int y, string kind, string anchor, string text) =>
        new(Svg + "text", new XAttribute("x", x), new XAttribute("y", y), new XAttribute("class", kind), new XAttribute("text-anchor", anchor), text);
}
