using System.Text;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting;

/// <summary>Encodes text for GitHub's Markdown, so that nothing in it is markup, a mention, a reference or a link.</summary>
internal static class MarkdownText
{
    // Splits what a renderer would link by itself; invisible once rendered.
    private const string Break = "<!-- -->";

    public static string Encode(string text)
    {
        var visible = VisibleText.Escape(text);
        var encoded = new StringBuilder(visible.Length + 16);
        for (var i = 0; i < visible.Length; i++) encoded.Append(Encode(visible, i));
        return encoded.ToString();
    }

    private static string Encode(string text, int index) => text[index] switch
    {
        '&' => "&amp;",
        '<' => "&lt;",
        '>' => "&gt;",
        '@' => "@" + Break,
        '#' => "\\#" + Break,
        '/' when index > 0 && text[index - 1] == ':' => Break + "/",
        '.' when EndsWord(text, index, "www") => Break + ".",
        '.' or ')' when index > 0 && text.AsSpan(0, index).ContainsOnlyDigits() && (index + 1 == text.Length || text[index + 1] == ' ') => "\\" + text[index],
        '-' or '+' or '=' or '~' when index == 0 => "\\" + text[index],
        '\\' or '`' or '*' or '_' or '[' or ']' or '|' or '~' or '$' => "\\" + text[index],
        var plain => plain.ToString(),
    };

    private static bool EndsWord(string text, int index, string word) =>
        index >= word.Length && text.AsSpan(index - word.Length, word.Length).Equals(word, StringComparison.OrdinalIgnoreCase);

    private static bool ContainsOnlyDigits(this ReadOnlySpan<char> text) => !text.ContainsAnyExceptInRange('0', '9');
}
