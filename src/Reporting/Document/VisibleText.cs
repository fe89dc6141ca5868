using System.Globalization;
using System.Text;

namespace AsyncLoad.Reporting.Document;

/// <summary>
/// Makes text from elsewhere (names of workloads, types, profiles) safe to look at: characters that steer a terminal or reorder a line
/// become visible escapes, and text that is too long loses its middle. Applying it twice changes nothing.
/// </summary>
public static class VisibleText
{
    private const int NameLength = 80;
    private const int TypeLength = 120;
    private const int SentenceLength = 600;

    /// <summary>A name, at most 80 characters.</summary>
    public static string Name(string text) => Shorten(Escape(text), NameLength);

    /// <summary>A type name, at most 120 characters.</summary>
    public static string Type(string text) => Shorten(Escape(text), TypeLength);

    /// <summary>A message, at most 600 characters.</summary>
    public static string Sentence(string text) => Shorten(Escape(text), SentenceLength);

    /// <summary>
    /// Writes control, format (bidirectional, zero-width), separator, unassigned and lone surrogate characters as <c>\u202E</c>;
    /// everything else is kept. The result holds no character that XML 1.0 forbids.
    /// </summary>
    public static string Escape(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        StringBuilder? escaped = null;
        for (var i = 0; i < text.Length;)
        {
            var whole = Rune.TryGetRuneAt(text, i, out var rune);
            var length = whole ? rune.Utf16SequenceLength : 1;
            if (whole && IsHarmless(rune))
            {
                escaped?.Append(text, i, length);
            }
            else
            {
                escaped ??= new StringBuilder(text, 0, i, text.Length + 16);
                escaped.Append(EscapeOf(whole ? rune.Value : text[i]));
            }

            i += length;
        }

        return escaped?.ToString() ?? text;
    }

    private static bool IsHarmless(Rune rune) => Rune.GetUnicodeCategory(rune) is not (
        UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator
        or UnicodeCategory.Surrogate or UnicodeCategory.PrivateUse or UnicodeCategory.OtherNotAssigned);

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
