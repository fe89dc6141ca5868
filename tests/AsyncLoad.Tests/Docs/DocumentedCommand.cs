using System.Text.RegularExpressions;

namespace AsyncLoad.Tests.Docs;

/// <summary>A command that a page tells people to type, or a workflow in it runs.</summary>
/// <param name="Place">Where it stands.</param>
/// <param name="Program"><c>asyncload</c> as its project, the project that <c>dotnet run</c> is told to run, or a script of the repository.</param>
/// <param name="Words">Its arguments; what a shell or a build server would count stands there as 1.</param>
internal sealed partial record DocumentedCommand(string Place, string Program, IReadOnlyList<string> Words)
{
    /// <summary>The program itself, as its project.</summary>
    public const string Harness = "src/Harness";

    /// <summary>The script that runs the program for one share of a profile.</summary>
    public const string Share = "deploy/share";

    private static readonly string[] Ends = ["|", ">", ">>", "&&", "||", ";", "&"];

    /// <summary>All of all pages.</summary>
    public static IReadOnlyList<DocumentedCommand> All { get; } = [.. Documents.All.SelectMany(Of)];

    /// <summary>Those of one page: of shell blocks, of transcripts, and of the steps of workflows.</summary>
    public static IEnumerable<DocumentedCommand> Of(Document page) => Of(page, "bash", "sh", "text", "yaml");

    /// <summary>Those that need a repository of the reader: they stand in blocks of their own language.</summary>
    public static IReadOnlyList<DocumentedCommand> InReadersRepository { get; } = [.. Documents.All.SelectMany(page => Of(page, "console"))];

    private static IEnumerable<DocumentedCommand> Of(Document page, params string[] languages) =>
        from block in page.Blocks(languages)
        from entry in block.Lines.Select((line, index) => (Line: line, Number: block.Line + index + 1))
        let match = Command().Match(entry.Line)
        where match.Success
        select new DocumentedCommand(FormattableString.Invariant($"{page.Path}:{entry.Number}"), ProgramOf(match), [.. WordsOf(match.Groups["words"].Value)]);

    public override string ToString() => $"{Place}: {Program} {string.Join(' ', Words)}";

    private static string ProgramOf(Match match) =>
        new[] { match.Groups["project"], match.Groups["script"] }.FirstOrDefault(group => group.Success)?.Value ?? Harness;

    private static IEnumerable<string> WordsOf(string text) =>
        Word().Matches(Counted().Replace(text, "1")).Select(word => word.Value.Trim('"', '\'')).TakeWhile(word => word != "#" && !Ends.Contains(word));

    // Alone in its line, behind variables that are set for it, behind the key of a step, or behind a prompt of a shell's "then".
    [GeneratedRegex("""
        ^\s*(?:-\s+)?(?:(?:run|script):\s+)?(?:[A-Z_]+=\S+\s+)*
        (?:asyncload|dotnet\ \S+/asyncload\.dll|(?<script>(?:deploy|tests|\.ci)/\S+)|dotnet\ run\ -c\ Release\ (?:--no-build\ )?--project\ (?<project>\S+)(?:\ --)?)(?:\s+(?<words>.*))?$
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Command();

    // $(($INDEX + 1)) of a shell, ${{ … }} of GitHub, $(Name) of Azure.
    [GeneratedRegex("""
        \$\(\(.*?\)\)|\$\{\{.*?\}\}|\$\([^()]*\)
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Counted();

    [GeneratedRegex("""
        "[^"]*"|'[^']*'|\S+
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Word();
}
