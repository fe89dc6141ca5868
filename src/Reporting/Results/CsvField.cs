using System.Buffers;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting.Results;

/// <summary>A field of a CSV file as it is written.</summary>
internal readonly record struct CsvField
{
    private static readonly SearchValues<char> Quoted = SearchValues.Create(",\"\r\n");
    private static readonly SearchValues<char> Formula = SearchValues.Create("=+-@\t\r\n＝＋－＠");

    private CsvField(string written) => Written = written;

    /// <summary>The field, quoted where RFC 4180 asks for it.</summary>
    public string Written { get; }

    /// <summary>A number with every digit, or an empty field.</summary>
    public static CsvField Number(double? value) => new(value is { } some ? Figures.Exact(some) : "");

    /// <summary>Text. Where a spreadsheet would run it as a formula an apostrophe goes before it; control and bidirectional characters become visible escapes.</summary>
    public static CsvField Text(string text)
    {
        // After white space of any kind too, which some programs trim.
        var runs = Runs(text.TrimStart(' ')) || Runs(text.TrimStart());
        var safe = (runs ? "'" : "") + VisibleText.Escape(text);
        return new CsvField(safe.AsSpan().ContainsAny(Quoted) ? $"\"{safe.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : safe);
    }

    private static bool Runs(string text) => text.Length > 0 && Formula.Contains(text[0]);
}
