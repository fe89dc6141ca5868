namespace AsyncLoad.Tests.Docs;

/// <summary>A row of a report's tables of figures, as <c>report.md</c> has them.</summary>
/// <param name="Workload">The workload that its table is of.</param>
/// <param name="Variant">The variant.</param>
/// <param name="Parameters"><c>deep=true, result=string</c>; empty where there are none.</param>
/// <param name="Loads">Time and bytes per operation under each load.</param>
internal sealed record MeasuredRow(string Workload, string Variant, string Parameters, IReadOnlyDictionary<string, (string Time, string Bytes)> Loads)
{
    private const string Break = "<br><sub>";

    /// <summary>All rows of a page.</summary>
    /// <param name="markdown">The page.</param>
    public static IEnumerable<MeasuredRow> All(string markdown)
    {
        var workload = "";
        string[] columns = [];
        foreach (var line in markdown.Split('\n'))
        {
            // *call-chain: what the text is called*
            if (line.StartsWith('*') && line.IndexOf(':', StringComparison.Ordinal) is > 0 and var colon) workload = line[1..colon];
            if (!line.StartsWith("| ", StringComparison.Ordinal) || line.StartsWith("| ---", StringComparison.Ordinal)) continue;
            var cells = line.Trim('|', ' ').Split(" | ");
            if (cells[0] == "Row") columns = cells;
            else yield return Of(workload, columns, cells);
        }
    }

    private static MeasuredRow Of(string workload, string[] columns, string[] cells)
    {
        var (variant, parameters) = cells[0].Split(Break) is [var name, var below] ? (name, below.Replace("</sub>", "", StringComparison.Ordinal)) : (cells[0], "");
        var loads = new Dictionary<string, (string Time, string Bytes)>();
        for (var column = 1; column < columns.Length; column += 2)
        {
            // "sequential: time/op" and "sequential: B/op"; published figures have no colon.
            if (columns[column].Split(": ") is [var load, _]) loads[load] = (cells[column], cells[column + 1]);
        }

        return new MeasuredRow(workload, variant, parameters, loads);
    }
}
