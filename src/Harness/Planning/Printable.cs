using System.Globalization;
using System.Text;

namespace AsyncLoad.Harness.Planning;

/// <summary>Foreign text made fit for a terminal: what steers a terminal or turns text around becomes its escape.</summary>
internal static class Printable
{
    private const int Longest = 80;

    /// <summary>The text with control, formatting and broken characters as <c>\uXXXX</c>.</summary>
    public static string Text(string text)
    {
        var printable = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
        {
            if (IsHarmless(rune)) printable.Append(rune.ToString());
            else printable.Append(CultureInfo.InvariantCulture, $"\\u{rune.Value:x4}");
        }

        return printable.ToString();
    }

    /// <summary>The text in quotes, cut when it is long.</summary>
    public static string Quote(string text) => $"\"{Shorten(text)}\"";

    /// <summary>The text, cut when it is long.</summary>
    public static string Shorten(string text) => Text(text.Length <= Longest ? text : text[..Longest] + "…");

    private static bool IsHarmless(Rune rune) => Rune.GetUnicodeCategory(rune) is not (
        UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.Surrogate or UnicodeCategory.PrivateUse
        or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator);
}
