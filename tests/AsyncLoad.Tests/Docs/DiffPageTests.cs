using System.Text.Json;
using AsyncLoad.Harness.Cli.Diff;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Model;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>The example of <c>docs/evidence/diff.md</c> is what <c>diff</c> said of two runs.</summary>
public class DiffPageTests
{
    [Fact]
    public void The_example_is_of_two_runs()
    {
        var diff = JsonSerializer.Deserialize(Repository.Text("docs/runs/diff/diff.json"), ModelJson.Line.RunDiff)!;
        using var output = new StringWriter();
        DiffSummary.Write(diff, new Terminal(output, TextWriter.Null, OutputIsTerminal: false, ErrorIsTerminal: false, NoColor: false), new OutputStyle(OutputFormat.Text, Verbosity.Normal, Color: false, Progress: false));

        var example = Documents.Of("docs/evidence/diff.md").Blocks("text").Single(block => block.Text.StartsWith("comparison", StringComparison.Ordinal));
        Assert.Equal(Lines(output.ToString()), Lines(example.Text));
    }

    private static IEnumerable<string> Lines(string text) => text.ReplaceLineEndings("\n").Trim('\n').Split('\n').Select(line => line.TrimEnd());
}
