using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>What a command of <c>bench/</c> printed lies in <c>docs/runs</c>, and the section of the page that states its figures has every line of it, and no other row.</summary>
public class PrintedRunTests
{
    private const string Heading = "## ";

    /// <summary>Page, heading of the section, folder in <c>docs/runs</c>.</summary>
    public static TheoryData<string, string, string> Runs { get; } = new()
    {
        { "docs/trust.md", "Calibration against BenchmarkDotNet", "calibrate" },
        { "docs/trust.md", "Time to an answer", "answer" },
        { "docs/trust.md", "Time to an answer, again", "answer-again" },
        { "docs/trust.md", "Time to an answer, disturbed", "answer-disturbed" },
        { "docs/trust.md", "A variant against itself", "same" },
        { "docs/trust.md", "A selfcheck in full", "selfcheck" },
        { "docs/trust.md", "A selfcheck in full, disturbed", "selfcheck-disturbed" },
        { "docs/trust.md", "Interleaved or in turn", "interleaved" },
        { "docs/trust.md", "The simulated device", "simulator" },
        { "docs/trust.md", "The advisor against a service whose answers are known", "advice" },
        { "docs/trust.md", "What a session costs the process that is traced", "sessions" },
        { "docs/trust.md", "Reading large traces", "traces" },
        { "docs/trust.md", "Damaged traces", "damage" },
        { "docs/reliability.md", "Soak", "soak" },
        { "docs/nbomber.md", "What it costs", "engines" },
    };

    [Theory]
    [MemberData(nameof(Runs))]
    public void A_section_has_what_its_command_printed(string page, string heading, string run)
    {
        var lacking = Printed(run).Except(Section(page, heading)).ToList();
        Assert.True(lacking.Count == 0, $"{page}, \"{heading}\" lacks what its command printed:\n{string.Join('\n', lacking)}");
    }

    [Theory]
    [MemberData(nameof(Runs))]
    public void A_section_has_no_row_that_its_command_did_not_print(string page, string heading, string run) =>
        Assert.Empty(Section(page, heading).Where(line => line.StartsWith('|')).Except(Printed(run)));

    private static List<string> Printed(string run)
    {
        // What is indented is detail, such as a line for each pair.
        var whole = Repository.Text($"docs/runs/{run}/printed.md").ReplaceLineEndings("\n").Split('\n').Where(line => line.Length > 0 && !char.IsWhiteSpace(line[0]));
        var lines = Lines(string.Join('\n', whole)).ToList();
        Assert.NotEmpty(lines);
        return lines;
    }

    private static List<string> Section(string page, string heading) =>
        [.. Lines(Documents.Of(page).Text).SkipWhile(line => line != Heading + heading).Skip(1).TakeWhile(line => !line.StartsWith(Heading, StringComparison.Ordinal))];

    // A line of text may be an item of a list on the page.
    private static IEnumerable<string> Lines(string text) =>
        text.ReplaceLineEndings("\n").Split('\n').Select(line => line.Trim()).Select(line => line.StartsWith("- ", StringComparison.Ordinal) ? line[2..] : line);
}
