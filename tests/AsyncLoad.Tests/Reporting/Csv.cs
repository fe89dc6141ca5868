using System.Text;

namespace AsyncLoad.Tests.Reporting;

/// <summary>A reader of RFC 4180, strict about line ends and quotes.</summary>
internal static class Csv
{
    public static List<List<string>> Parse(string text)
    {
        var rows = new List<List<string>>();
        var row = new List<string>();
        for (var i = 0; i < text.Length;)
        {
            row.Add(text[i] == '"' ? Quoted(text, ref i) : Plain(text, ref i));
            if (text[i] == ',')
            {
                i++;
                continue;
            }

            if (text.AsSpan(i, 2) is not "\r\n") throw new FormatException($"neither comma nor line end at {i}");
            i += 2;
            rows.Add(row);
            row = [];
        }

        return rows;
    }

    private static string Plain(string text, ref int i)
    {
        var end = text.AsSpan(i).IndexOfAny(",\r\n\"") + i;
        var field = text[i..end];
        i = end;
        return field;
    }

    private static string Quoted(string text, ref int i)
    {
        var field = new StringBuilder();
        for (i++; text[i] != '"' || text[i + 1] == '"'; i++)
        {
            if (text[i] == '"') i++;
            field.Append(text[i]);
        }

        i++;
        return field.ToString();
    }
}
