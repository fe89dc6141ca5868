using System.CommandLine;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Diffs;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Results;

namespace AsyncLoad.Harness.Cli.Diff;

/// <summary><c>diff &lt;before&gt; &lt;after&gt;</c>: compares two runs from the data in their folders. It judges no gate.</summary>
internal sealed class DiffCommand(CliServices services)
{
    public Command Create(StyleOptions style)
    {
        var before = new Argument<string>("before") { Description = "the run folder that changes are counted from" };
        var after = new Argument<string>("after") { Description = "the run folder that is compared with it" };
        var command = new ExampleCommand(
            "diff",
            "Compare two runs: which ratios and bytes changed.",
            "diff runs/yesterday runs/today",
            "diff runs/yesterday runs/today --format json") { before, after };
        command.SetAction((parsed, cancellation) =>
        {
            var earlier = RunAnalyzer.AnalyzeUntraced(RunReader.Read(parsed.GetRequiredValue(before)));
            cancellation.ThrowIfCancellationRequested();
            var later = RunAnalyzer.AnalyzeUntraced(RunReader.Read(parsed.GetRequiredValue(after)));
            cancellation.ThrowIfCancellationRequested();
            Write(RunDiffer.Of(earlier, later), style.Of(parsed));
            return Task.CompletedTask;
        });
        return command;
    }

    private void Write(RunDiff diff, OutputStyle style)
    {
        if (style.Format == OutputFormat.Json) ResultsJson.Write(diff, services.Terminal.Output);
        else DiffSummary.Write(diff, services.Terminal, style);
    }
}
