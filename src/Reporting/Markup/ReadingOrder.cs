using System.Globalization;

namespace AsyncLoad.Reporting.Markup;

/// <summary>Keeps figures in order beside names that are read from right to left: without a mark, <c>74 → 36</c> after one would be shown as <c>36 → 74</c>.</summary>
internal static class ReadingOrder
{
    /// <summary>A left-to-right mark in HTML.</summary>
    public const string InHtml = "&#8206;";

    /// <summary>The same in Markdown, where a number sign may begin a heading or mention an issue.</summary>
    public const string InMarkdown = "&lrm;";

    /// <summary>Whether the mark belongs before a place: after a letter that is read from right to left, where a digit comes before the next letter.</summary>
    public static bool TurnsAt(string text, int index)
    {
        if (index == 0 || char.IsLetter(text[index]) || IsAccent(text[index])) return false;
        var before = index - 1;
        while (before > 0 && IsAccent(text[before])) before--;
        return IsRightToLeft(text[before]) && text.Skip(index).TakeWhile(character => !char.IsLetter(character)).Any(char.IsDigit);
    }

    // Hebrew, Arabic and the scripts beside them, with their further forms.
    private static bool IsRightToLeft(char character) =>
        char.IsLetter(character) && character is (>= '\u0590' and <= '\u08FF') or (>= '\uFB1D' and <= '\uFDFF') or (>= '\uFE70' and <= '\uFEFC');

    private static bool IsAccent(char character) => char.GetUnicodeCategory(character) is UnicodeCategory.NonSpacingMark;
}
