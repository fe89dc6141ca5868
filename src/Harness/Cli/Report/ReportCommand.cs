using System.CommandLine;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Run;

namespace AsyncLoad.Harness.Cli.Report;

/// <summary><c>report &lt;run&gt;</c>: rebuilds every report from the evidence of a run folder.</summary>
internal sealed class ReportCommand(CliServices services)
{
    public Command Create(StyleOptions style)
    {
        var run = new Argument<string>("run") { Description = "a run folder" };
        var export = RunCommand.ExportOption();
        var command = new ExampleCommand("report", "Rebuild the reports of a run from its data.", "report runs/mine", "report runs/mine --export benchmarkdotnet --export openmetrics") { run, export };
        command.SetAction(parsed =>
        {
            var judged = JudgedRun.Of(parsed.GetRequiredValue(run), parsed.GetRequiredValue(export));
            RunSummary.WriteProblems(judged, services.Terminal);
            RunSummary.Write(judged, services.Terminal, style.Of(parsed));
            return (int)RunExit.Of(judged);
        });
        return command;
    }
}
