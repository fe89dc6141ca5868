using System.Text.RegularExpressions;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>A reader finds every page from the index, every link leads somewhere, and the first page is short.</summary>
public sealed partial class IndexPageTests
{
    private const string Index = "docs/README.md";
    private const int MostWords = 1_200;
    private const int MostWordsOfPages = 30_000;

    // History, long evidence, decisions, and what runs printed, are apart from the pages that answer a question.
    private static readonly string[] Apart = ["docs/evidence/", "docs/runs/"];

    [Fact]
    public void Every_page_is_in_the_index()
    {
        var linked = Links(Documents.Of(Index)).Select(link => link.Path).ToHashSet();
        var pages = new[] { "docs/", "docs/evidence/" }
            .SelectMany(folder => Directory.EnumerateFiles(Path.Combine(Repository.Root, folder), "*.md").Select(path => folder + Path.GetFileName(path))).Where(path => path != Index).ToList();
        Assert.True(pages.Count > 20);
        Assert.Empty(pages.Except(linked));
    }

    [Fact]
    public void Every_link_leads_to_a_file_and_a_heading()
    {
        var links = Documents.All.SelectMany(Links).ToList();
        Assert.True(links.Count > 200);
        Assert.Equal([], links.Where(link => !Path.Exists(Path.Combine(Repository.Root, link.Path)) || !HasHeading(link)).Select(link => $"{link.Page}: {link.Path}#{link.Heading}"));
    }

    [Fact]
    public void The_first_page_is_short_and_leads_to_the_index()
    {
        var page = Documents.Of("README.md");
        Assert.InRange(Words(page), 500, MostWords);
        Assert.Contains(Links(page), link => link.Path == Index);
    }

    [Fact]
    public void Pages_by_task_are_short_together_and_trust_is_one_page()
    {
        var pages = Documents.All.Where(page => page.Path.StartsWith("docs/", StringComparison.Ordinal) && !Apart.Any(folder => page.Path.StartsWith(folder, StringComparison.Ordinal)));
        Assert.InRange(pages.Sum(Words), 15_000, MostWordsOfPages);
        Assert.InRange(Words(Documents.Of("docs/trust.md")), 500, MostWords);
    }

    [Fact]
    public void The_glossary_has_one_line_and_one_meaning_for_each_term()
    {
        var rows = Documents.Of("docs/glossary.md").Text.Split('\n').Where(line => line.StartsWith("| ", StringComparison.Ordinal)).Skip(1).Select(line => line.Trim('|', ' ').Split(" | ")).ToList();
        Assert.True(rows.Count > 30);
        Assert.All(rows, row => Assert.True(row.Length == 2 && row.All(cell => cell.Length > 0), string.Join(" | ", row)));
        var terms = rows.SelectMany(row => row[0].Split(", ")).ToList();
        Assert.Equal(terms.Distinct(), terms);
    }

    private static int Words(Document page) => page.Text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Length;

    private static IEnumerable<(string Page, string Path, string Heading)> Links(Document page) =>
        from match in Link().Matches(Code().Replace(page.Text, ""))
        let target = match.Groups["target"].Value.Split('#')
        let folder = Path.GetDirectoryName(page.Path) ?? ""
        let path = target[0].Length == 0 ? page.Path : Path.GetRelativePath(Repository.Root, Path.GetFullPath(Path.Combine(Repository.Root, folder, target[0]))).Replace('\\', '/')
        select (page.Path, path, target.Length > 1 ? target[1] : "");

    private static bool HasHeading((string Page, string Path, string Heading) link) =>
        link.Heading.Length == 0 || !link.Path.EndsWith(".md", StringComparison.Ordinal)
        || Repository.Lines(link.Path).Where(line => line.StartsWith('#')).Any(line => Slug(line.TrimStart('#').Trim()) == link.Heading)
        || Repository.Text(link.Path).Contains($"<a id=\"{link.Heading}\"", StringComparison.Ordinal);

    // As code hosts make it.
    private static string Slug(string heading) => NotInSlug().Replace(heading.ToLowerInvariant(), "").Replace(' ', '-');

    [GeneratedRegex(@"\]\((?<target>(?![a-z]+:)[^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex("(?ms)^```.*?^```$|`[^`\n]*`(?!\\])")]
    private static partial Regex Code();

    [GeneratedRegex(@"[^\w\- ]")]
    private static partial Regex NotInSlug();
}
