using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>What a command of <c>bench/</c> printed lies in <c>docs/runs</c>, and the section of the page that states its figures has every line of it, and no other row.</summary>
public class PrintedRunTests
{
    private const string Heading = "## ";

    /// <summary>Page, heading of the section, folder in <c>docs/runs</c>.</summary>
    public static TheoryData<string, string, string> Runs { get; } = new()
    {
        { "docs/evidence/calibration.md", "Calibration against BenchmarkDotNet", "calibrate" },
        { "docs/evidence/calibration.md", "Calibration with the present code", "calibrate-present" },
        { "docs/evidence/time-to-an-answer.md", "Time to an answer", "answer" },
        { "docs/evidence/time-to-an-answer.md", "Time to an answer, disturbed", "answer-disturbed" },
        { "docs/evidence/verdicts.md", "A variant against itself", "same" },
        { "docs/evidence/verdicts.md", "A selfcheck in full", "selfcheck" },
        { "docs/evidence/verdicts.md", "A selfcheck in full, disturbed", "selfcheck-disturbed" },
        { "docs/evidence/verdicts.md", "Interleaved or in turn", "interleaved" },
        { "docs/evidence/loads.md", "The simulated device", "simulator" },
        { "docs/evidence/advice.md", "The advisor against a service whose answers are known", "advice" },
        { "docs/evidence/traces.md", "What a session costs the process that is traced", "sessions" },
        { "docs/evidence/traces.md", "Reading large traces", "traces" },
        { "docs/evidence/traces.md", "Damaged traces", "damage" },
        { "docs/evidence/reliability.md", "Soak", "soak" },
        { "docs/evidence/nbomber.md", "What it costs", "engines" },
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
