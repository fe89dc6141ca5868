using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using AsyncLoad.Harness.Planning;
using Spectre.Console;

namespace AsyncLoad.Harness.Cli;

/// <summary>Rows of words under headers, as a table for people or a list of objects for programs.</summary>
/// <param name="Headers">Name of each column; in JSON the members.</param>
/// <param name="Rows">As many cells as there are headers; null for nothing.</param>
internal sealed record TextTable(IReadOnlyList<string> Headers, IReadOnlyList<IReadOnlyList<string?>> Rows)
{
    /// <summary>Writes the table: framed where a person watches, else in plain columns that scripts can cut.</summary>
    public void Write(Terminal terminal, OutputStyle style)
    {
        if (style.Format == OutputFormat.Json) WriteJson(terminal.Output);
        else if (terminal.OutputIsTerminal) WriteRich(Terminal.Rich(terminal.Output, style.Color));
        else WritePlain(terminal.Output);
    }

    private void WriteRich(IAnsiConsole console)
    {
        var table = new Table { Border = TableBorder.Rounded };
        foreach (var header in Headers) table.AddColumn(new TableColumn(new Text(header, new Style(decoration: Decoration.Bold))));
        foreach (var row in Rows) table.AddRow(row.Select(cell => new Text(Printable.Text(cell ?? ""))));
        console.Write(table);
    }

    private void WritePlain(TextWriter output)
    {
        IReadOnlyList<string[]> lines = [[.. Headers], .. Rows.Select(row => row.Select(cell => Printable.Text(cell ?? "")).ToArray())];
        int[] widths = [.. Headers.Select((_, column) => lines.Max(line => line[column].Length))];
        foreach (var line in lines)
            output.WriteLine(string.Join("  ", line.Select((cell, column) => cell.PadRight(widths[column]))).TrimEnd());
    }

    private void WriteJson(TextWriter output)
    {
        using var stream = new MemoryStream();
        using (var json = new Utf8JsonWriter(stream, new JsonWriterOptions { Indented = true, NewLine = "\n", Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }))
        {
            json.WriteStartArray();
            foreach (var row in Rows) WriteRow(json, row);
            json.WriteEndArray();
        }

        output.WriteLine(Encoding.UTF8.GetString(stream.ToArray()));
    }

    private void WriteRow(Utf8JsonWriter json, IReadOnlyList<string?> row)
    {
        json.WriteStartObject();
        foreach (var (header, cell) in Headers.Zip(row)) json.WriteString(header, cell);
        json.WriteEndObject();
    }
}
