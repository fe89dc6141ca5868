using System.Text.RegularExpressions;

namespace AsyncLoad.Tests.Language;

/// <summary>A line of text that people read: of a page, of a comment, or in a text that the program prints.</summary>
/// <param name="Place">File and line.</param>
/// <param name="Text">What it says, without code.</param>
/// <param name="Spelled">Whether all its words are words: texts in code also hold names.</param>
internal sealed partial record Prose(string Place, string Text, bool Spelled)
{
    private const string Fence = "```";

    // Pages that the code writes, and results, repeat what stands elsewhere.
    private static readonly string[] Written = ["docs/runs/", "docs/settings.md", "docs/evidence/reliability.md"];

    /// <summary>All of the product: pages, comments and texts.</summary>
    public static IReadOnlyList<Prose> All { get; } =
    [
        .. new[] { "README.md", "CONTRIBUTING.md", "SECURITY.md" }
            .Concat(Repository.Files("*.md", "docs", "src", "templates"))
            .Where(path => !Written.Any(start => path.StartsWith(start, StringComparison.Ordinal)))
            .SelectMany(path => OfPage(path, Repository.Lines(path))),
        .. Repository.Files("*.cs", "src").SelectMany(path => OfCode(path, Repository.Lines(path))),
    ];

    /// <summary>The lines of a page outside of blocks of code.</summary>
    public static IEnumerable<Prose> OfPage(string path, IEnumerable<string> lines)
    {
        var code = false;
        foreach (var (index, line) in lines.Index())
        {
            if (line.TrimStart().StartsWith(Fence, StringComparison.Ordinal)) code = !code;
            else if (!code) yield return new Prose(At(path, index), NotProse().Replace(line, " "), Spelled: true);
        }
    }

    /// <summary>The comments of a source file, and the texts in its code.</summary>
    public static IEnumerable<Prose> OfCode(string path, IEnumerable<string> lines)
    {
        foreach (var (index, line) in lines.Index())
        {
            if (Comment().Match(line) is { Success: true } comment) yield return new Prose(At(path, index), NotProse().Replace(comment.Groups[1].Value, " "), Spelled: true);
            else
                foreach (Match text in Literal().Matches(line)) yield return new Prose(At(path, index), text.Groups[1].Value, Spelled: false);
        }
    }

    /// <summary>Its words that have no capital, digit or sign in them; those with one are names.</summary>
    public IEnumerable<string> Words() => Word().Matches(Text).Select(word => word.Value);

    public override string ToString() => $"{Place}: {Text.Trim()}";

    private static string At(string path, int index) => FormattableString.Invariant($"{path}:{index + 1}");

    // Code in a line, targets of links, tags and entities of XML.
    [GeneratedRegex(@"``.+?``|`[^`]*`|\]\([^)]*\)|<c>.*?</c>|<[^>]*>|&\w+;|https?://\S+|[^\s()\[\]]*/[^\s()\[\]]+\.\w+")]
    private static partial Regex NotProse();

    [GeneratedRegex(@"^\s*///?\s?(.*)$")]
    private static partial Regex Comment();

    [GeneratedRegex("""
        "((?:[^"\\]|\\.)*[ ](?:[^"\\]|\\.)*)"
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Literal();

    [GeneratedRegex(@"(?<![\w.\-'’])[a-z]{3,}(?![\w'’(<]|[.\-]\w)")]
    private static partial Regex Word();
}
