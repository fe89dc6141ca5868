using System.Globalization;

namespace AsyncLoad.Tests.Docs;

/// <summary>The pages that people read.</summary>
internal static class Documents
{
    /// <summary>The README, CONTRIBUTING, the pages of packages and all of <c>docs/</c>.</summary>
    public static IReadOnlyList<Document> All { get; } =
    [
        .. new[] { "README.md", "CONTRIBUTING.md" }
            .Concat(Repository.Files("PACKAGE.md", "src"))
            .Concat(Directory.EnumerateFiles(Path.Combine(Repository.Root, "docs"), "*.md", SearchOption.AllDirectories)
                .Select(path => Path.GetRelativePath(Repository.Root, path).Replace('\\', '/'))
                .Order(StringComparer.Ordinal))
            .Select(Of),
    ];

    /// <summary>One page by its path from the root.</summary>
    public static Document Of(string path) => new(path, File.ReadAllText(Path.Combine(Repository.Root, path)).ReplaceLineEndings("\n"));
}

/// <summary>A page.</summary>
/// <param name="Path">Its path from the root of the repository.</param>
/// <param name="Text">What it says.</param>
internal sealed record Document(string Path, string Text)
{
    private const string Fence = "```";

    /// <summary>Its fenced blocks of some languages.</summary>
    public IEnumerable<Block> Blocks(params string[] languages)
    {
        var lines = Text.Split('\n');
        for (var line = 0; line < lines.Length; line++)
        {
            if (!lines[line].StartsWith(Fence, StringComparison.Ordinal)) continue;
            var (first, language) = (line + 1, lines[line][Fence.Length..].Trim());
            line = Array.IndexOf(lines, Fence, first);
            if (line < 0) throw new FormatException($"{Path}:{first}: a block without an end");
            if (languages.Contains(language)) yield return new Block(this, first, [.. lines[first..line]]);
        }
    }

    public override string ToString() => Path;
}

/// <summary>A fenced block of a page.</summary>
/// <param name="Page">The page.</param>
/// <param name="Line">Its first line, counted from 0.</param>
/// <param name="Lines">Its lines.</param>
internal sealed record Block(Document Page, int Line, IReadOnlyList<string> Lines)
{
    public string Text => string.Join('\n', Lines);

    /// <summary><c>docs/ci.md:6</c>.</summary>
    public string Place => string.Create(CultureInfo.InvariantCulture, $"{Page.Path}:{Line + 1}");
}
