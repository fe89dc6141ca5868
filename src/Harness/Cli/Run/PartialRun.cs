using System.Globalization;
using AsyncLoad.Analysis;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Harness.Cli.Run;

/// <summary>Says how far a partial run is, and how to resume it.</summary>
internal static class PartialRun
{
    /// <summary>One line; null for a run that is complete.</summary>
    public static string? Line(string folder, RunEvidence evidence)
    {
        var (manifest, plan) = (evidence.Manifest, evidence.Manifest.Plan);
        if (manifest.Status == RunStatus.Complete) return null;
        var pairs = plan.Measured.Sum(comparison => evidence.Of(comparison).Progress.Judged(plan.Measure.Looks).Completed.Count);
        var most = plan.Measure.Looks.Count > 1 ? "at most " : "";
        var traces = evidence.Journal.OfType<JournalEntry.TracedRun>().GroupBy(run => (run.Comparison, run.Side)).Count(runs => runs.Last().Outcome is not CellOutcome.CaptureLost);
        var traced = plan.Traced.Count == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $" and {traces} of {plan.Traced.Count} traces");
        var next = manifest.Joined is not null
            ? "continue those of the joined folders that are partial with \"asyncload run --resume\", and join them again"
            : $"continue with \"asyncload run --resume {Printable.Argument(Printable.Text(folder))}\"";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"partial: {Printable.Text(folder)} has {pairs} of {most}{plan.Schedule.Count + plan.LoadOverhead.Count} pairs{traced}; {next}");
    }
}
