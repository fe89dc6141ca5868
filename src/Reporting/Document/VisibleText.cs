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
    private const string Ellipsis = "…";

    private static readonly SearchValues<char> Inert = SearchValues.Create([.. Enumerable.Range(' ', '~' - ' ' + 1).Select(code => (char)code).Except("#:")]);

    /// <summary>A name, at most 80 characters.</summary>
    public static string Name(string text) => Fit(Escape(text), NameLength, Length);

    /// <summary>A type name, at most 120 characters.</summary>
    public static string Type(string text) => Fit(Escape(text), TypeLength, Length);

    /// <summary>A message, at most 600 characters.</summary>
    public static string Sentence(string text) => Fit(Escape(text), SentenceLength, Length);

    /// <summary>
    /// Writes control, format (bidirectional, zero-width), separator, unassigned and lone surrogate characters as <c>\u202E</c>, and also the last character of what begins
    /// a command to a build service. Everything else is kept. The result holds no character that XML 1.0 forbids.
    /// </summary>
    public static string Escape(string text)
    {
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

    /// <summary>
    /// The text, without its middle where it is too long. The head says what it is, and the tail often tells it from its neighbours, so both stay. What a reader
    /// sees as one letter is not taken apart.
    /// </summary>
    /// <param name="limit">How long it may be.</param>
    /// <param name="length">How long a text is, or one of its letters.</param>
    public static string Fit(string text, double limit, Func<string, double> length)
    {
        if (length(text) <= limit) return text;
        List<string> letters = [.. Letters(text)];
        var tail = First(Enumerable.Reverse(letters), limit / 3);
        var head = First(letters, limit - length(Ellipsis) - tail.Sum(length));
        return string.Concat([.. head, Ellipsis, .. Enumerable.Reverse(tail)]);

        List<string> First(IEnumerable<string> from, double room) => [.. from.TakeWhile(letter => (room -= length(letter)) >= 0)];
    }

    private static double Length(string text) => text.Length;

    private static IEnumerable<string> Letters(string text)
    {
        for (var letter = StringInfo.GetTextElementEnumerator(text); letter.MoveNext();) yield return letter.GetTextElement();
    }
}
