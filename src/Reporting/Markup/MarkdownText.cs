using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting.Markup;

/// <summary>
/// GitHub's Markdown in which the program's own templates are markup and everything that they hold is text: no markup, no mention, no reference, no link. There is no other way to make one.
/// </summary>
internal readonly record struct MarkdownText
{
    // Splits what a renderer would link by itself; invisible once rendered.
    private const string Break = "<!-- -->";

    private readonly string? written;

    private MarkdownText(string written) => this.written = written;

    /// <summary>As it stands in a file.</summary>
    public string Written => written ?? "";

    /// <summary>Text that is only read.</summary>
    public static MarkdownText Encode(string text)
    {
        var visible = VisibleText.Escape(text);
        var encoded = new StringBuilder(visible.Length + 16);
        for (var i = 0; i < visible.Length; i++) encoded.Append(ReadingOrder.TurnsAt(visible, i) ? ReadingOrder.InMarkdown : "").Append(EncodeAt(visible, i));
        return new MarkdownText(encoded.ToString());
    }

    /// <summary>Text that is only read, on a line of markup of the program, where escapes of Markdown would be shown.</summary>
    public static MarkdownText EncodeInMarkup(string text)
    {
        var visible = VisibleText.Escape(text);
        var encoded = new StringBuilder(visible.Length + 16);
        for (var i = 0; i < visible.Length; i++) encoded.Append(ReadingOrder.TurnsAt(visible, i) ? ReadingOrder.InMarkdown : "").Append(EncodeInMarkupAt(visible, i));
        return new MarkdownText(encoded.ToString());
    }

    /// <summary>A template with texts, which are encoded, and with Markdown.</summary>
    public static MarkdownText Of(Template template) => new(template.ToString());

    /// <summary>Parts of Markdown with a separator between them.</summary>
    public static MarkdownText Join(MarkdownText separator, IEnumerable<MarkdownText> parts) => new(string.Join(separator.Written, parts.Select(part => part.Written)));

    private static string EncodeAt(string text, int index) => text[index] switch
    {
        '&' => "&amp;",
        '<' => "&lt;",
        '>' => "&gt;",
        '@' => "@" + Break,
        '#' => "\\#" + Break,
        '/' when index > 0 && text[index - 1] == ':' => Break + "/",
        '.' when EndsWord(text, index, "www") => Break + ".",
        '-' when BeginsReference(text, index) => Break + "-",
        '.' or ')' when index > 0 && ContainsOnlyDigits(text.AsSpan(0, index)) && (index + 1 == text.Length || text[index + 1] == ' ') => "\\" + text[index],
        '-' or '+' or '=' or '~' when index == 0 => "\\" + text[index],
        '\\' or '`' or '*' or '_' or '[' or ']' or '|' or '~' or '$' => "\\" + text[index],
        var plain => plain.ToString(),
    };

    private static string EncodeInMarkupAt(string text, int index) => text[index] switch
    {
        '&' => "&amp;",
        '<' => "&lt;",
        '>' => "&gt;",
        '@' => "@" + Break,
        '#' => "#" + Break,
        '/' when index > 0 && text[index - 1] == ':' => Break + "/",
        '.' when EndsWord(text, index, "www") => Break + ".",
        '-' when BeginsReference(text, index) => Break + "-",
        '"' or '\'' or '\\' or '`' or '*' or '_' or '[' or ']' or '|' or '~' or '$' or '=' => string.Create(CultureInfo.InvariantCulture, $"&#{(int)text[index]};"),
        var plain => plain.ToString(),
    };

    // GitHub takes GH-12 for the issue 12.
    private static bool BeginsReference(string text, int index) => EndsWord(text, index, "GH") && index + 1 < text.Length && char.IsAsciiDigit(text[index + 1]);

    private static bool EndsWord(string text, int index, string word) =>
        index >= word.Length && text.AsSpan(index - word.Length, word.Length).Equals(word, StringComparison.OrdinalIgnoreCase);

    private static bool ContainsOnlyDigits(ReadOnlySpan<char> text) => !text.ContainsAnyExceptInRange('0', '9');

    /// <summary>What the compiler makes of an interpolated string: its literal parts can only be constants of the program.</summary>
    [InterpolatedStringHandler]
    public readonly ref struct Template(int literalLength, int formattedCount)
    {
        private readonly StringBuilder text = new(literalLength + (formattedCount * 16));

        public void AppendLiteral(string markup) => text.Append(markup);

        public void AppendFormatted(string value) => text.Append(Encode(value).Written);

        public void AppendFormatted(MarkdownText value) => text.Append(value.Written);

        public override string ToString() => text.ToString();
    }
}
