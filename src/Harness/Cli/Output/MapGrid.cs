using AsyncLoad.Reporting.Document;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace AsyncLoad.Harness.Cli.Output;

/// <summary>
/// A map of ratios as lines of text. A cell has the sign of its verdict, the ratio, the interval and the letters of its warnings, in one line where the width allows it, else in two.
/// Columns that do not fit beside each other go into further bands. Colour repeats what the sign says.
/// </summary>
internal static class MapGrid
{
    private const int Gap = 2;
    private const int ShortestLabel = 8;

    /// <summary>Writes a map to the output: in the width of a terminal, elsewhere as wide as it needs to be.</summary>
    public static void Write(HeatMapData map, Terminal terminal, OutputStyle style)
    {
        if (terminal.OutputIsTerminal)
        {
            var console = terminal.RichOutput(style.Color);
            console.Write(Drawn(map, console.Profile.Width));
        }
        else
        {
            foreach (var line in Lines(map, int.MaxValue)) terminal.Output.WriteLine(line.ToString());
        }
    }

    /// <summary>A map for a console of some width.</summary>
    public static IRenderable Drawn(HeatMapData map, int width) => new Rows(Lines(map, width).Select(line => line.Paragraph));

    /// <summary>Its lines, none wider than the width if a column and a label fit into it.</summary>
    public static IEnumerable<MapLine> Lines(HeatMapData map, int width)
    {
        yield return MapLine.Of(map.Title);
        var grid = new Grid(map, inOneLine: true);
        if (!grid.Fits(width)) grid = new Grid(map, inOneLine: false);
        foreach (var line in grid.Lines(width)) yield return line;
        foreach (var line in Legend(map, width)) yield return line;
        yield return MapLine.Of(map.Explained);
    }

    private static IEnumerable<MapLine> Legend(HeatMapData map, int width)
    {
        var line = new List<MapText>();
        foreach (var mark in map.Cells.Select(cell => cell.Mark).Distinct().OrderBy(mark => mark.Tone).ThenBy(mark => mark.Word, StringComparer.Ordinal))
        {
            var text = new MapText($"{(line.Count > 0 ? "   " : "")}{mark.Glyph} {mark.Word}", mark.Tone);
            if (line.Count > 0 && line.Sum(piece => Cells.Width(piece.Text)) + Cells.Width(text.Text) > width)
            {
                yield return new MapLine(line);
                (line, text) = ([], text with { Text = text.Text.TrimStart() });
            }

            line.Add(text);
        }

        yield return new MapLine(line);
    }

    private sealed class Grid
    {
        private readonly HeatMapData map;
        private readonly Dictionary<(int Row, int Column), (Tone Tone, string[] Lines)> cells;
        private readonly int[] widths;
        private readonly int label;

        public Grid(HeatMapData map, bool inOneLine)
        {
            this.map = map;
            var ratios = map.Cells.Max(cell => Cells.Width(cell.Ratio));
            cells = map.Cells.ToDictionary(
                cell => (cell.Row, cell.Column),
                cell => (cell.Mark.Tone, inOneLine ? [$"{cell.Mark.Glyph} {Cells.Pad(cell.Ratio, ratios)} {cell.Interval}{Letters(cell)}".TrimEnd()] : new[] { $"{cell.Mark.Glyph} {cell.Ratio}{Letters(cell)}", cell.Interval ?? "" }));
            widths = [.. map.Columns.Select((name, column) => cells.Where(cell => cell.Key.Column == column).SelectMany(cell => cell.Value.Lines).Append(name).Max(Cells.Width))];
            label = map.Rows.Max(Cells.Width);
        }

        public bool Fits(int width) => label + widths.Sum(column => (long)column + Gap) <= width;

        public IEnumerable<MapLine> Lines(int width)
        {
            var room = Math.Min(label, Math.Max(ShortestLabel, width - widths.Max() - Gap));
            foreach (var band in Bands(width - room))
            {
                yield return new MapLine([new MapText("".PadRight(room), null), .. band.Select(column => Text(map.Columns[column], column, tone: null))]);
                foreach (var line in Enumerable.Range(0, map.Rows.Count).SelectMany(row => Row(row, room, band))) yield return line;
            }
        }

        private IEnumerable<MapLine> Row(int row, int room, IReadOnlyList<int> band)
        {
            var lines = band.Max(column => cells.TryGetValue((row, column), out var cell) ? cell.Lines.Length : 1);
            // In a row without intervals the second line would be empty.
            return Enumerable.Range(0, lines).Where(line => line == 0 || band.Any(column => HasLine(row, column, line))).Select(line => new MapLine([new MapText(Cells.Pad(line == 0 ? Cells.Cut(map.Rows[row], room) : "", room), null), .. band.Select(column => Piece(row, column, line))]));
        }

        private bool HasLine(int row, int column, int line) => cells.TryGetValue((row, column), out var cell) && cell.Lines[line].Trim().Length > 0;

        private static string Letters(HeatMapCell cell) => cell.Letters.Length == 0 ? "" : $" [{cell.Letters}]";

        // A skipped cell has a dash.
        private MapText Piece(int row, int column, int line) => cells.TryGetValue((row, column), out var cell)
            ? Text(cell.Lines[line], column, cell.Tone)
            : Text(line == 0 ? "–" : "", column, tone: null);

        private MapText Text(string text, int column, Tone? tone) => new("".PadRight(Gap) + Cells.Pad(text, widths[column]), tone);

        private IEnumerable<IReadOnlyList<int>> Bands(long room)
        {
            var (band, left) = (new List<int>(), room);
            foreach (var (column, width) in widths.Index())
            {
                if (band.Count > 0 && width + Gap > left)
                {
                    yield return band;
                    (band, left) = ([], room);
                }

                band.Add(column);
                left -= width + Gap;
            }

            yield return band;
        }
    }
}

/// <summary>A line of a map.</summary>
/// <param name="Texts">Its pieces from left to right.</param>
internal sealed record MapLine(IReadOnlyList<MapText> Texts)
{
    /// <summary>A line without a judgement.</summary>
    public static MapLine Of(string text) => new([new MapText(text, null)]);

    /// <summary>The line for a console with colours.</summary>
    public Paragraph Paragraph => Terminal.ShownLine(Texts.Select(piece => (piece.Text, ColorOf(piece.Tone))));

    public override string ToString() => string.Concat(Texts.Select(piece => piece.Text)).TrimEnd();

    private static Color ColorOf(Tone? tone) => tone switch
    {
        Tone.Good => Color.Green,
        Tone.Bad => Color.Red,
        Tone.Even => Color.Blue,
        Tone.Open => Color.Olive,
        _ => Color.Default,
    };
}

/// <summary>A piece of such a line.</summary>
/// <param name="Text">What it says.</param>
/// <param name="Tone">What it judges, which gives its colour; null for no judgement.</param>
internal readonly record struct MapText(string Text, Tone? Tone);
