namespace AsyncLoad.Tracing.Metadata;

/// <summary>What C# source consists of: names, numbers, texts and signs, without comments. Takes linear time, even for hostile input.</summary>
internal static class Tokens
{
    private const string Quotes = "\"\"\"";

    private static readonly string[] Signs = ["=>", "==", "!=", "<=", ">="];

    /// <summary>All of them. A comment or a text that does not end goes to the end of the source.</summary>
    public static IEnumerable<string> Of(string text)
    {
        for (var at = 0; at < text.Length;)
        {
            var end = End(text, at);
            if (!char.IsWhiteSpace(text[at]) && !IsComment(text, at)) yield return text[at..end];
            at = end;
        }
    }

    private static bool IsComment(string text, int at) => Begins(text, at, "//") || Begins(text, at, "/*");

    private static bool Begins(string text, int at, string sign) => text.AsSpan(at).StartsWith(sign, StringComparison.Ordinal);

    private static int End(string text, int at) => text[at] switch
    {
        '/' when Begins(text, at, "//") => Behind(text, at, "\n"),
        '/' when Begins(text, at, "/*") => Behind(text, at + 2, "*/"),
        '"' when Begins(text, at, Quotes) => EndOfQuotes(text, Behind(text, EndOfQuotes(text, at), Quotes)),
        '@' when Begins(text, at, "@\"") => EndOfVerbatim(text, at + 2),
        '@' when Begins(text, at, "@$\"") => EndOfVerbatim(text, at + 3),
        '$' when Begins(text, at, "$\"") => EndOfText(text, at + 1),
        '"' or '\'' => EndOfText(text, at),
        '@' => EndOfName(text, at + 1),
        _ when IsOfName(text[at]) => EndOfName(text, at),
        _ => at + (Signs.Any(sign => Begins(text, at, sign)) ? 2 : 1),
    };

    private static int Behind(string text, int from, string sign) => text.IndexOf(sign, from, StringComparison.Ordinal) is >= 0 and var at ? at + sign.Length : text.Length;

    private static int EndOfQuotes(string text, int at)
    {
        while (at < text.Length && text[at] == '"') at++;
        return at;
    }

    // A quote inside is written twice.
    private static int EndOfVerbatim(string text, int at)
    {
        for (; at < text.Length; at++)
        {
            if (text[at] != '"') continue;
            if (at + 1 >= text.Length || text[at + 1] != '"') return at + 1;
            at++;
        }

        return text.Length;
    }

    private static int EndOfText(string text, int quote)
    {
        for (var at = quote + 1; at < text.Length; at++)
        {
            if (text[at] == text[quote]) return at + 1;
            if (text[at] == '\\') at++;
        }

        return text.Length;
    }

    private static int EndOfName(string text, int at)
    {
        while (at < text.Length && IsOfName(text[at])) at++;
        return at;
    }

    private static bool IsOfName(char character) => char.IsLetterOrDigit(character) || character == '_';
}
