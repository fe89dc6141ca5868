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
        var dropped = plan.Measured.Where(comparison => evidence.Of(comparison).Progress.Fatal is not null).Select(comparison => comparison.Id).ToHashSet(StringComparer.Ordinal);
        var pairs = plan.Measured.Where(comparison => !dropped.Contains(comparison.Id)).Sum(comparison => evidence.Of(comparison).Progress.Judged(plan.Measure.Looks).Completed.Count);
        var all = plan.Schedule.Count(pair => !dropped.Contains(pair.Comparison)) + plan.LoadOverhead.Count(comparison => !dropped.Contains(comparison.Id));
        var most = plan.Measure.Looks.Count > 1 ? "at most " : "";
        var traces = evidence.Journal.OfType<JournalEntry.TracedRun>().GroupBy(run => (run.Comparison, run.Side)).Count(runs => runs.Last().Outcome is not CellOutcome.CaptureLost);
        var traced = plan.Traced.Count == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $" and {traces} of {plan.Traced.Count} traces");
        var besides = dropped.Count == 0 ? "" : $", without {Figures.Plural(dropped.Count, "dropped comparison")}, which --resume does not measure again";
        var next = manifest.Joined is not null
            ? "continue those of the joined folders that are partial with \"asyncload run --resume\", and join them again"
            : $"continue with \"asyncload run --resume {Printable.Argument(Printable.Text(folder))}\"";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"partial: {Printable.Text(folder)} has {pairs} of {most}{all} pairs{traced}{besides}; {next}");
    }
}
