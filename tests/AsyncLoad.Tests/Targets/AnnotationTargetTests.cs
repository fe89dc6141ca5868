using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Targets;

/// <summary>A gate gives a build service one command, and whatever texts it has are data of that command.</summary>
[Fault(22)]
public sealed class AnnotationTargetTests
{
    private const string GitHub = "::error title=AsyncLoad%3A gate failed::";
    private const string Azure = "##vso[task.logissue type=error]";

    [Theory]
    [InlineData("GITHUB_ACTIONS", "true", GitHub)]
    [InlineData("TF_BUILD", "True", Azure)]
    public void Each_gate_is_one_command(string name, string value, string command)
    {
        var gates = HostileTexts.All.Select(text => new GateRow(text, text, text, GateState.Failed, Mark.Of(GateState.Failed), text, GateRow.FailsTheBuild)).ToList();
        using var log = new StringWriter { NewLine = "\n" };
        new BuildServer(variable => variable == name ? value : null).Tell(".", gates, new Terminal(TextWriter.Null, log, OutputIsTerminal: false, ErrorIsTerminal: false, NoColor: true));

        var lines = log.ToString().Split('\n');
        Assert.Equal(HostileTexts.Count + 1, lines.Length);
        Assert.Equal("", lines[^1]);
        Assert.All(lines.SkipLast(1), line => Assert.StartsWith(command, line, StringComparison.Ordinal));
        Assert.Empty(Raw.In(string.Join('\n', lines.SkipLast(1).Select(line => "data: " + line[command.Length..]))).Take(5));
    }
}
