using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Harness.Cli.Run;

/// <summary>
/// The verdicts of a run: a table, or where a terminal is too narrow for its frame two lines for each of several comparisons. Those begin with what is
/// read first, verdict and ratio.
/// </summary>
internal static class VerdictList
{
    private const string Gap = "  ";

    public static void Write(ReportDocument document, Terminal terminal, OutputStyle style)
    {
        var (rows, table) = (document.Comparisons, Table(document));
        // What all rows compare is said once where a person reads; scripts find the same columns in every run.
        if (terminal.OutputIsTerminal && rows.Count > 1 && rows.DistinctBy(row => row.Title, StringComparer.Ordinal).Count() == 1)
        {
            terminal.Output.WriteLine(rows[0].Title);
            table = table.WithoutFirst();
        }

        var width = terminal.OutputIsTerminal ? terminal.RichOutput(style.Color).Profile.Width : int.MaxValue;
        if (rows.Count > 1 && !table.FitsFramed(width)) WriteLines(document, width, terminal.Output);
        else table.Write(terminal, style);
        if (rows.Select(row => row.TimeMeans).OfType<string>().FirstOrDefault() is { } means) terminal.Output.WriteLine($"time: {means} where several run at once; one operation takes longer");
    }

    private static TextTable Table(ReportDocument document) => new(
        ["comparison", "conditions", "verdict", Heading(document), "width", "pairs", "time", "allocated"],
        [.. document.Comparisons.Select(row => new[]
        {
            row.Title, document.Comparisons.Count > 1 ? row.Told : row.Conditions, Verdict(row), row.Ratio.Text, row.Width.Text, row.Pairs, row.Time.Text, row.Bytes.Text,
        })]);

    private static void WriteLines(ReportDocument document, int width, TextWriter output)
    {
        var rows = document.Comparisons;
        int[] columns = [rows.Max(row => Cells.Width(Verdict(row))), Math.Max(Cells.Width(Heading(document)), rows.Max(row => Cells.Width(row.Ratio.Text)))];
        foreach (var line in Flow([Cells.Pad("verdict", columns[0]), Cells.Pad(Heading(document), columns[1]), "conditions"], width)) output.WriteLine(line);
        output.WriteLine($"{Gap}width, pairs, time, allocated");
        var severalTitles = rows.DistinctBy(row => row.Title, StringComparer.Ordinal).Count() > 1;
        foreach (var (index, row) in rows.Index())
        {
            if (severalTitles && (index == 0 || rows[index - 1].Title != row.Title)) output.WriteLine(Printable.Text(row.Title));
            string[] first = [Cells.Pad(Verdict(row), columns[0]), Cells.Pad(row.Ratio.Text, columns[1]), row.Told];
            string[] second = [Gap + row.Width.Text, $"{row.Pairs} {(row.Pairs == "1" ? "pair" : "pairs")}", row.Time.Text, row.Bytes.Text];
            foreach (var line in Flow(first, width).Concat(Flow(second, width))) output.WriteLine(Printable.Text(line));
        }
    }

    // Fields beside each other as far as they fit, the others on lines of their own.
    private static IEnumerable<string> Flow(IEnumerable<string> fields, int width)
    {
        var line = "";
        foreach (var field in fields)
        {
            if (line.Length > 0 && Cells.Width(line) + Gap.Length + Cells.Width(field) > width)
            {
                yield return line.TrimEnd();
                line = Gap + field;
            }
            else
            {
                line = line.Length == 0 ? field : line + Gap + field;
            }
        }

        yield return line.TrimEnd();
    }

    private static string Heading(ReportDocument document) => $"{Metric.Of(document.Metric).Title} [interval]";

    private static string Verdict(ComparisonRow row) => $"{row.Verdict.Glyph} {row.Verdict.Word}";
}
