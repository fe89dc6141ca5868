using System.Text;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Harness.Cli.Run;

/// <summary>
/// Tells a build server more than the exit code: annotations for failed or undecided gates, and the Markdown report as the summary of the step.
/// Environment variables say which server it is, if any.
/// </summary>
/// <param name="variable">Looks up an environment variable; null where there is none.</param>
internal sealed class BuildServer(Func<string, string?> variable)
{
    // GitHub drops the whole summary above 1 MiB, including what other steps wrote before.
    private const long MostSummaryBytes = 1 << 20;

    /// <summary>The one that this process runs on.</summary>
    public static BuildServer Current { get; } = new(Environment.GetEnvironmentVariable);

    /// <summary>Tells it of a run. A failure to do so is a warning: it does not change the exit code.</summary>
    /// <param name="folder">The run folder, with its reports.</param>
    /// <param name="gates">Its gates, in words.</param>
    /// <param name="terminal">Its error stream is used: the build server reads it, and scripts do not.</param>
    public void Tell(string folder, IReadOnlyList<GateRow> gates, Terminal terminal)
    {
        foreach (var gate in gates.Where(gate => gate.State != GateState.Passed))
        {
            if (Annotation(gate) is { } command) terminal.Command(command);
        }

        if (variable("GITHUB_STEP_SUMMARY") is { Length: > 0 } summary) Append(Path.Combine(folder, "report.md"), summary, terminal.Error);
    }

    private BuildCommand? Annotation(GateRow gate)
    {
        var weight = gate.State == GateState.Inconclusive && gate.Undecided != GateRow.FailsTheBuild ? "warning" : "error";
        var (title, text) = ($"AsyncLoad: gate {gate.Mark.Word}", $"{gate.Condition}: {gate.Value} ({gate.Comparison}). {gate.Reason}");
        if (variable("GITHUB_ACTIONS") == "true") return BuildCommand.OfGitHub(weight, title, text);
        return variable("TF_BUILD") == "True" ? BuildCommand.OfAzure(weight, $"{title}: {text}") : null;
    }

    private static void Append(string report, string summary, TextWriter log)
    {
        try
        {
            var text = File.ReadAllText(report);
            var before = File.Exists(summary) ? new FileInfo(summary).Length : 0;
            if (before + Encoding.UTF8.GetByteCount(text) > MostSummaryBytes)
                log.WriteLine("warning: the report is not added to the summary of this step, which would exceed 1 MiB with it: open report.md in the run folder");
            else File.AppendAllText(summary, text);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            log.WriteLine($"warning: the summary of this step could not be written: {Printable.Text(exception.Message)}");
        }
    }
}
