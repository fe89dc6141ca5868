using System.CommandLine;
using AsyncLoad.Analysis;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Harness.Planning;

namespace AsyncLoad.Harness.Cli.Report;

/// <summary><c>report &lt;run&gt;</c>: rebuilds every report from the evidence of a run folder.</summary>
internal sealed class ReportCommand(CliServices services)
{
    /// <summary>The command as the parser knows it.</summary>
    public Command Create(StyleOptions style)
    {
        var run = new Argument<string>("run") { Description = "a run folder" };
        var command = new ExampleCommand("report", "Rebuild the reports of a run from its data.", "report runs/mine") { run };
        command.SetAction(async (parsed, cancellation) =>
            (int)await ExecuteAsync(parsed.GetRequiredValue(run), style.Of(parsed), cancellation));
        return command;
    }

    /// <summary>Rebuilds the reports of one folder.</summary>
    public async Task<ExitCode> ExecuteAsync(string folder, OutputStyle style, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(style);
        cancellation.ThrowIfCancellationRequested();
        try
        {
            var judged = JudgedRun.Of(folder);
            RunSummary.WriteProblems(judged, services.Terminal);
            RunSummary.Write(judged, services.Terminal, style);
            return RunExit.Of(judged);
        }
        catch (UnreadableRunException problem)
        {
            await services.Terminal.Error.WriteLineAsync($"error: {Printable.Text(problem.Message)}");
            return ExitCode.BadArguments;
        }
    }
}
