using System.Text.Json.Nodes;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model;
using Spectre.Console;

namespace AsyncLoad.Harness.Cli.Output;

/// <summary>Rows of words under headers, as a table for people or a list of objects for programs.</summary>
/// <param name="Headers">Name of each column; in JSON the members.</param>
/// <param name="Rows">As many cells as there are headers; null for nothing.</param>
internal sealed record TextTable(IReadOnlyList<string> Headers, IReadOnlyList<IReadOnlyList<string?>> Rows)
{
    // Cells up to here stay in one line; longer ones may break between words.
    private const int Short = 24;

    // The frame: a line and a space on both sides of each cell.
    private const int FramePerColumn = 3;

    private const string Gap = "  ";

    /// <summary>The table without its first column.</summary>
    public TextTable WithoutFirst() => new([.. Headers.Skip(1)], [.. Rows.Select(row => row.Skip(1).ToArray())]);

    /// <summary>Writes the table: framed where a person watches, else in plain columns that scripts can cut. Where a frame would break words it is left out.</summary>
    public void Write(Terminal terminal, OutputStyle style)
    {
        if (style.Format == OutputFormat.Json) WriteJson(terminal.Output);
        else if (terminal.OutputIsTerminal) WriteRich(terminal.RichOutput(style.Color), terminal.Output);
        else WritePlain(terminal.Output);
    }

    /// <summary>Whether a line of this width has room for its frame and for whole words.</summary>
    public bool FitsFramed(int width) => FitsFramed(Lines, width);

    private bool FitsFramed(IReadOnlyList<string[]> lines, int width) => Headers.Select((_, column) => lines.Max(line => Least(line[column])) + FramePerColumn).Sum() < width;

    /// <summary>The table in plain columns, without the last ones that a line of this width has no room for.</summary>
    public IEnumerable<string> LinesWithin(int width)
    {
        var lines = Lines;
        int[] widths = [.. Headers.Select((_, column) => lines.Max(line => Cells.Width(line[column])))];
        var fit = Enumerable.Range(1, widths.Length).TakeWhile(columns => widths.Take(columns).Sum() + (Gap.Length * (columns - 1)) <= width).LastOrDefault();
        return lines.Select(line => string.Join(Gap, line.Take(fit).Select((cell, column) => Cells.Pad(cell, widths[column]))).TrimEnd());
    }

    private IReadOnlyList<string[]> Lines => [[.. Headers], .. Rows.Select(row => row.Select(cell => Printable.Text(cell ?? "")).ToArray())];

    private void WriteRich(IAnsiConsole console, TextWriter output)
    {
        var lines = Lines;
        if (FitsFramed(lines, console.Profile.Width)) WriteFramed(lines, console);
        else WriteEntries(lines, console.Profile.Width, output);
    }

    private void WriteFramed(IReadOnlyList<string[]> lines, IAnsiConsole console)
    {
        var table = new Table { Border = TableBorder.Rounded };
        foreach (var (column, header) in Headers.Index())
            table.AddColumn(new TableColumn(Terminal.Shown(header, Decoration.Bold)) { NoWrap = lines.All(line => Cells.Width(line[column]) <= Short) });
        foreach (var line in lines.Skip(1)) table.AddRow(line.Select(cell => Terminal.Shown(cell)));
        console.Write(table);
    }

    // One line per cell, broken between words. Longer words are left to the terminal to break, so that ids can be copied whole.
    private void WriteEntries(IReadOnlyList<string[]> lines, int width, TextWriter output)
    {
        var indent = Headers.Max(Cells.Width) + 2;
        foreach (var (index, line) in lines.Skip(1).Index())
        {
            if (index > 0) output.WriteLine();
            foreach (var (header, cell) in Headers.Zip(line).Where(entry => entry.Second.Length > 0))
            {
                var rows = Wrap(cell, width - indent).ToList();
                output.WriteLine(Cells.Pad(header, indent) + rows[0]);
                foreach (var row in rows.Skip(1)) output.WriteLine(new string(' ', indent) + row);
            }
        }
    }

    private static int Least(string cell) => Cells.Width(cell) is var width && width <= Short ? width : Math.Max(Short, cell.Split(' ').Max(Cells.Width));

    /// <summary>Lines of a text, broken between words; a word that is longer than the width has its own line.</summary>
    public static IEnumerable<string> Wrap(string text, int width)
    {
        var line = "";
        foreach (var word in text.Split(' '))
        {
            if (line.Length > 0 && Cells.Width(line) + 1 + Cells.Width(word) > width)
            {
                yield return line;
                line = "";
            }

            line = line.Length == 0 ? word : $"{line} {word}";
        }

        yield return line;
    }

    private void WritePlain(TextWriter output)
    {
        foreach (var line in LinesWithin(int.MaxValue)) output.WriteLine(line);
    }

    private void WriteJson(TextWriter output) =>
        output.WriteLine(new JsonArray([.. Rows.Select(row => new JsonObject(Headers.Zip(row, (header, cell) => KeyValuePair.Create(header, (JsonNode?)cell))))]).ToJsonString(ModelJson.Indented.Options));
}
