using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class BuildServerTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-server-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void Nothing_is_said_where_there_is_no_server() => Assert.Equal("", Told([], Row(GateState.Failed)));

    [Fact]
    public void GitHub_gets_an_annotation_a_gate_that_does_not_pass()
    {
        var told = Told(new() { ["GITHUB_ACTIONS"] = "true" }, Row(GateState.Passed), Row(GateState.Failed), Row(GateState.Inconclusive, "warns"), Row(GateState.Inconclusive));
        Assert.Equal(
            [
                "::error title=AsyncLoad%3A gate failed::ratio of b ≤ 1.05: 1.2 (e/b-vs-a). past it",
                "::warning title=AsyncLoad%3A gate inconclusive::ratio of b ≤ 1.05: 1.2 (e/b-vs-a). past it",
                "::error title=AsyncLoad%3A gate inconclusive::ratio of b ≤ 1.05: 1.2 (e/b-vs-a). past it",
            ],
            told.Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    [Fact]
    public void Azure_gets_them_too() => Assert.Equal(
        "##vso[task.logissue type=error]AsyncLoad: gate failed: ratio of b ≤ 1.05: 1.2 (e/b-vs-a). past it\n",
        Told(new() { ["TF_BUILD"] = "True" }, Row(GateState.Failed)));

    [Fault(22)]
    [Theory]
    [InlineData("GITHUB_ACTIONS", "true")]
    [InlineData("TF_BUILD", "True")]
    public void A_name_cannot_give_the_server_a_command_of_its_own(string name, string value)
    {
        var hostile = Row(GateState.Failed) with { Comparison = "x\n::set-output name=a::b\r\n##vso[task.setvariable]100%" };
        var told = Told(new() { [name] = value }, hostile);
        Assert.Single(told.Split('\n', StringSplitOptions.RemoveEmptyEntries));
        Assert.DoesNotContain('\r', told);
    }

    [Fact]
    public void The_report_joins_what_other_steps_have_written()
    {
        File.WriteAllText(Path.Combine(folder, "report.md"), "# report\n");
        var summary = Path.Combine(folder, "summary");
        File.WriteAllText(summary, "before\n");
        Assert.Equal("", Told(new() { ["GITHUB_STEP_SUMMARY"] = summary }));
        Assert.Equal("before\n# report\n", File.ReadAllText(summary));
    }

    [Fact]
    public void A_summary_that_would_grow_too_large_or_cannot_be_written_is_a_warning()
    {
        File.WriteAllText(Path.Combine(folder, "report.md"), "# report\n");
        var full = Path.Combine(folder, "full");
        File.WriteAllText(full, new string('x', 1 << 20));
        Assert.Contains("would exceed 1 MiB", Told(new() { ["GITHUB_STEP_SUMMARY"] = full }), StringComparison.Ordinal);
        Assert.Contains("could not be written", Told(new() { ["GITHUB_STEP_SUMMARY"] = Path.Combine(folder, "none", "summary") }), StringComparison.Ordinal);
    }

    private string Told(Dictionary<string, string> variables, params IReadOnlyList<GateRow> gates)
    {
        using var log = new StringWriter { NewLine = "\n" };
        new BuildServer(variables.GetValueOrDefault).Tell(folder, gates, new Terminal(TextWriter.Null, log, OutputIsTerminal: false, ErrorIsTerminal: false, NoColor: true));
        return log.ToString();
    }

    private static GateRow Row(GateState state, string undecided = GateRow.FailsTheBuild) =>
        new("e/b-vs-a", "ratio of b ≤ 1.05", "1.2", state, Mark.Of(state), "past it", undecided);
}
