using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Reporting;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>The log by itself says what was measured and what came out.</summary>
public class LoggedRunTests
{
    [Fact]
    public void It_begins_with_version_command_machine_profile_and_seed()
    {
        var manifest = SampleRun.Create().Manifest;
        var header = string.Join('\n', LoggedRun.Header(manifest, ["run", "my profile.json"]));

        Assert.Contains($"AsyncLoad {manifest.Tool}", header, StringComparison.Ordinal);
        Assert.Contains("command: asyncload run \"my profile.json\"", header, StringComparison.Ordinal);
        Assert.Contains($"machine {manifest.Machine.Id}: {manifest.Machine.OperatingSystem}", header, StringComparison.Ordinal);
        Assert.Contains($"profile {manifest.Plan.ProfileName} ({manifest.Plan.ProfileHash}), seed {manifest.Plan.Seed}, looks", header, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("runs/one", "runs/one")]
    [InlineData("", "\"\"")]
    [InlineData("*old-heap*", "\"*old-heap*\"")]
    [InlineData("bytes<=0", "\"bytes<=0\"")]
    [InlineData("runs/a&b", "\"runs/a&b\"")]
    [InlineData("C:\\runs\\one", "C:\\runs\\one")]
    [InlineData("it's $5", "'it'\\''s $5'")]
    public void An_argument_is_told_as_a_shell_takes_it(string argument, string expected) => Assert.Equal(expected, Printable.Argument(argument));

    [Fact]
    public void It_ends_with_every_ratio_verdict_warning_and_gate()
    {
        var run = SampleRun.Create();
        var document = ReportDocument.From(run);
        var lines = LoggedRun.Judgement(run, document).ToList();

        Assert.All(document.Comparisons, row => Assert.Contains(lines, line => line.StartsWith($"result {row.Id}: {row.Sentence}", StringComparison.Ordinal)));
        Assert.NotEmpty(run.Comparisons.SelectMany(comparison => comparison.Warnings));
        Assert.All(run.Comparisons, comparison => Assert.All(comparison.Warnings, warning =>
            Assert.Contains(lines, line => line.StartsWith($"warning {warning.Id} ", StringComparison.Ordinal) && line.Contains(warning.Message, StringComparison.Ordinal))));
        Assert.NotEmpty(document.Gates);
        Assert.All(document.Gates, gate => Assert.Contains(lines, line => line.StartsWith($"gate {gate.Comparison}: {gate.Condition}: ", StringComparison.Ordinal)));
    }
}
