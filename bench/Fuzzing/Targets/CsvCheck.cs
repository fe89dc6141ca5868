using System.Text;

namespace AsyncLoad.Fuzzing.Targets;

/// <summary>A reader of RFC 4180 that is strict about quotes and line ends: a second opinion on what the writer wrote.</summary>
internal static class CsvCheck
{
    /// <summary>The rows of a whole file.</summary>
    /// <exception cref="BrokenRuleException">It is not by the rules.</exception>
    public static List<List<string>> Rows(string text)
    {
        var rows = new List<List<string>>();
        var row = new List<string>();
        for (var at = 0; at < text.Length;)
        {
            row.Add(text[at] == '"' ? Quoted(text, ref at) : Plain(text, ref at));
            if (at < text.Length && text[at] == ',')
            {
                at++;
                continue;
            }

            if (string.CompareOrdinal(text, at, "\r\n", 0, 2) != 0) throw new BrokenRuleException("a field of a CSV file ends with a comma or a line end");
            at += 2;
            rows.Add(row);
            row = [];
        }

        return rows;
    }

    private static string Plain(string text, ref int at)
    {
        var start = at;
        while (at < text.Length && text[at] is not (',' or '\r' or '\n' or '"')) at++;
        return text[start..at];
    }

    private static string Quoted(string text, ref int at)
    {
        var field = new StringBuilder();
        for (at++; ; at++)
        {
            if (at >= text.Length) throw new BrokenRuleException("a quoted field of a CSV file is closed");
            if (text[at] == '"' && (at + 1 >= text.Length || text[at + 1] != '"')) break;
            if (text[at] == '"') at++;
            field.Append(text[at]);
        }

        at++;
        return field.ToString();
    }
}
