using System.CommandLine;
using System.Globalization;
using AsyncLoad.Analysis;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Reporting;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>What a person reads in a narrow, a usual and a wide terminal, and of typical mistakes.</summary>
public sealed class WidthTests
{
    [Theory]
    [InlineData(60)]
    [InlineData(80)]
    [InlineData(140)]
    public async Task Help_of_the_program_fits(int width)
    {
        var help = (await CommandRun.At(width, "--help")).Output.Replace($"  {RootCommand.ExecutableName} ", "  asyncload ", StringComparison.Ordinal);
        // What is typed is never broken: names of arguments, and examples.
        Assert.All(help.Split(Environment.NewLine).Where(line => line.StartsWith(new string(' ', 30), StringComparison.Ordinal)), line => Assert.InRange(line.Length, 1, width));
        Approval.Matches(help, $"help.{width}.txt");
    }

    [Theory]
    [InlineData(60)]
    [InlineData(80)]
    [InlineData(140)]
    public void A_run_whose_gates_fail_reads_as_approved(int width)
    {
        var run = SampleRun.Create();
        using var output = new StringWriter();
        var terminal = new Terminal(output, TextWriter.Null, OutputIsTerminal: true, ErrorIsTerminal: false, NoColor: true) { Width = width };
        RunSummary.Write(
            new JudgedRun("runs/one", new RunEvidence(run.Manifest, run.Catalogue, [], []), run, ReportDocument.From(run), []),
            terminal,
            new OutputStyle(OutputFormat.Text, Verbosity.Normal, Color: false, Progress: false));
        Approval.Matches(output.ToString(), $"gates.{width}.txt");
    }

    // Each is one line that says what is wrong and what is right, however wide the terminal: a line can be searched for and copied.
    [Fact]
    public async Task Typical_mistakes_read_as_approved()
    {
        string[] mistakes =
        [
            "copmare call-chain", "compare", "compare call-chain --pair 6", "compare call-chain --pairs six", "compare cal-chain", "compare zzzz", "compare call-chain",
            "compare call-chain await-task await-valu-task", "compare call-chain await-task await-value-task --load sequentail",
            "compare call-chain await-task await-value-task --gate p77<=5", "compare call-chain await-task await-value-task --gate bytes<=5furlongs",
            "compare call-chain await-task await-value-task --time-budget 5parsecs", "compare call-chain await-task await-value-task --parameter depht=3",
            "compare call-chain await-task await-value-task --runtime net7.0", "compare call-chain await-task await-value-task --set measure.slice=3",
            "map call-chain await-task await-value-task --axis parameters=1", "plan absent.json", "plan smok", "plan smoke --shard 3/2", "list bogus", "list workloads zzzz", "list settings zzzz",
            "diff absent", "trend", "analyze absent.nettrace", "completions ksh",
        ];
        var told = await Task.WhenAll(mistakes.Select(async mistake =>
        {
            var run = await CommandRun.Of(mistake.Split(' '));
            Assert.Empty(run.Output);
            return string.Create(CultureInfo.InvariantCulture, $"$ asyncload {mistake}{Environment.NewLine}{run.Error}exit code {(int)run.Code}{Environment.NewLine}");
        }));
        Approval.Matches(string.Join(Environment.NewLine, told), "mistakes.txt");
    }
}
