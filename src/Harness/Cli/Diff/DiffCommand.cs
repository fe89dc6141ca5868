using System.CommandLine;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Diffs;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Reporting.Results;

namespace AsyncLoad.Harness.Cli.Diff;

/// <summary><c>diff &lt;before&gt; &lt;after&gt;</c>: run against run, from the data of their folders. It compares and gates nothing.</summary>
internal sealed class DiffCommand(CliServices services)
{
    /// <summary>The command as the parser knows it.</summary>
    public Command Create(StyleOptions style)
    {
        var before = new Argument<string>("before") { Description = "the run folder that changes are counted from" };
        var after = new Argument<string>("after") { Description = "the run folder that is compared with it" };
        var command = new ExampleCommand(
            "diff",
            "Compare two runs: which ratios and bytes changed.",
            "diff runs/yesterday runs/today",
            "diff runs/yesterday runs/today --format json") { before, after };
        command.SetAction(async (parsed, cancellation) =>
            (int)await ExecuteAsync((parsed.GetRequiredValue(before), parsed.GetRequiredValue(after)), style.Of(parsed), cancellation));
        return command;
    }

    private async Task<ExitCode> ExecuteAsync((string Before, string After) folders, OutputStyle style, CancellationToken cancellation)
    {
        try
        {
            var before = RunAnalyzer.AnalyzeUntraced(RunReader.Read(folders.Before));
            cancellation.ThrowIfCancellationRequested();
            var after = RunAnalyzer.AnalyzeUntraced(RunReader.Read(folders.After));
            cancellation.ThrowIfCancellationRequested();
            var diff = RunDiffer.Of(before, after);
            if (style.Format == OutputFormat.Json) ResultsJson.Write(diff, services.Terminal.Output);
            else DiffSummary.Write(diff, services.Terminal, style);
            return ExitCode.Ok;
        }
        catch (UnreadableRunException problem)
        {
            await services.Terminal.Error.WriteLineAsync($"error: {Printable.Text(problem.Message)}");
            return ExitCode.BadArguments;
        }
    }
}
