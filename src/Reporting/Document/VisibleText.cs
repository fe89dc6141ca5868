using System.Buffers;
using System.Globalization;
using System.Text;
using AsyncLoad.Model.Texts;

namespace AsyncLoad.Reporting.Document;

/// <summary>
/// Makes text from elsewhere (names of workloads, types, profiles) safe to look at. Characters that steer a terminal, reorder a line or
/// command a build service become visible escapes. Text that is too long loses its middle. Applying it twice changes nothing.
/// </summary>
public static class VisibleText
{
    private const int NameLength = 80;
    private const int TypeLength = 120;
    private const int SentenceLength = 600;

    private static readonly SearchValues<char> Inert = SearchValues.Create([.. Enumerable.Range(' ', '~' - ' ' + 1).Select(code => (char)code).Except("#:")]);

    /// <summary>A name, at most 80 characters.</summary>
    public static string Name(string text) => Shorten(Escape(text), NameLength);

    /// <summary>A type name, at most 120 characters.</summary>
    public static string Type(string text) => Shorten(Escape(text), TypeLength);

    /// <summary>A message, at most 600 characters.</summary>
    public static string Sentence(string text) => Shorten(Escape(text), SentenceLength);

    /// <summary>
    /// Writes control, format (bidirectional, zero-width), separator, unassigned and lone surrogate characters as <c>\u202E</c>, and also the last character of what begins
    /// a command to a build service. Everything else is kept. The result holds no character that XML 1.0 forbids.
    /// </summary>
    public static string Escape(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        // Most are names and figures.
        if (!text.AsSpan().ContainsAnyExcept(Inert)) return text;
        var escaped = new StringBuilder(text.Length + 16);
        ActiveText.AtLineStart.Append(text, escaped, EscapeOf);
        return escaped.Length == text.Length ? text : escaped.ToString();
    }

    private static string EscapeOf(int value) => value switch
    {
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        <= 0xFFFF => string.Create(CultureInfo.InvariantCulture, $"\\u{value:X4}"),
        _ => string.Create(CultureInfo.InvariantCulture, $"\\U{value:X8}"),
    };

    // The head says what it is and the tail often tells it from its neighbours, so both stay.
    private static string Shorten(string text, int limit)
    {
        if (text.Length <= limit) return text;
        var tail = limit / 3;
        var head = limit - tail - 1;
        if (char.IsHighSurrogate(text[head - 1])) head--;
        var resume = text.Length - tail;
        if (char.IsLowSurrogate(text[resume])) resume++;
        return string.Concat(text.AsSpan(0, head), "…", text.AsSpan(resume));
    }
}
