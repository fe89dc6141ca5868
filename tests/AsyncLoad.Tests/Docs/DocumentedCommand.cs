using System.Text.RegularExpressions;

namespace AsyncLoad.Tests.Docs;

/// <summary>A command that a page tells people to type, or a workflow in it runs.</summary>
/// <param name="Place">Where it stands.</param>
/// <param name="Program"><c>asyncload</c>, or the project that <c>dotnet run</c> is told to run.</param>
/// <param name="Words">Its arguments.</param>
internal sealed partial record DocumentedCommand(string Place, string Program, IReadOnlyList<string> Words)
{
    /// <summary>The program itself, as its project.</summary>
    public const string Harness = "src/Harness";

    private static readonly string[] Ends = ["|", ">", ">>", "&&", "||", ";", "&"];

    /// <summary>All of all pages.</summary>
    public static IReadOnlyList<DocumentedCommand> All { get; } = [.. Documents.All.SelectMany(Of)];

    /// <summary>Those of one page: of shell blocks, of transcripts, and of the steps of workflows.</summary>
    public static IEnumerable<DocumentedCommand> Of(Document page) =>
        from block in page.Blocks("bash", "sh", "text", "yaml")
        from entry in block.Lines.Select((line, index) => (Line: line, Number: block.Line + index + 1))
        let match = Command().Match(entry.Line)
        where match.Success
        select new DocumentedCommand(
            FormattableString.Invariant($"{page.Path}:{entry.Number}"),
            match.Groups["project"] is { Success: true, Value: var project } ? project : Harness,
            [.. Word().Matches(match.Groups["words"].Value).Select(word => word.Value.Trim('"', '\'')).TakeWhile(word => word != "#" && !Ends.Contains(word))]);

    public override string ToString() => $"{Place}: {Program} {string.Join(' ', Words)}";

    // Alone in its line, behind the key of a step, or behind a prompt of a shell's "then".
    [GeneratedRegex("""
        ^\s*(?:-\s+)?(?:(?:run|script):\s+)?(?:asyncload|dotnet\ run\ -c\ Release\ (?:--no-build\ )?--project\ (?<project>\S+)\ --)(?:\s+(?<words>.*))?$
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Command();

    [GeneratedRegex("""
        "[^"]*"|'[^']*'|\S+
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Word();
}
