using AsyncLoad.Analysis;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Execution;

/// <summary>Captures that are missing, such as a trace for which the disk was full. They are taken again: a run without them is not complete.</summary>
internal static class LostCaptures
{
    /// <summary>Whether a pair failed since the settings of its processes could not be captured.</summary>
    public static bool Has(JournalEntry.Pair pair) => pair.Baseline is CellOutcome.CaptureLost || pair.Candidate is CellOutcome.CaptureLost;

    /// <summary>Whether the trace of a run is not what that run wrote: it was lost, or its file is missing, empty or cut.</summary>
    public static bool Has(string folder, JournalEntry.TracedRun run) => run switch
    {
        { Outcome: CellOutcome.CaptureLost } or { Outcome: CellOutcome.Completed, File: null } => true,
        { Outcome: CellOutcome.Completed, File: { } file } => !TraceReader.IsWhole(folder, file),
        // The trace of a failed process is kept as it is.
        _ => false,
    };

    /// <summary>The captures that a run folder lacks, in a few words each.</summary>
    public static IReadOnlyList<string> Of(string folder, RunEvidence evidence)
    {
        var plan = evidence.Manifest.Plan;
        var fatal = plan.Measured.Select(comparison => evidence.Of(comparison)).ToDictionary(found => found.Comparison.Id, found => found.Progress.Fatal, StringComparer.Ordinal);
        var traced = evidence.Journal.OfType<JournalEntry.TracedRun>().ToLookup(run => (run.Comparison, run.Side));
        return
        [
            .. fatal.Where(entry => entry.Value is { } pair && Has(pair)).Select(entry => $"the settings of {entry.Key}"),
            .. plan.Traced
                .Where(cell => fatal[cell.Comparison] is null && (traced[(cell.Comparison, cell.Side)].LastOrDefault() is not { } run || Has(folder, run)))
                .Select(Trace),
        ];
    }

    /// <summary>A trace in a few words.</summary>
    public static string Trace(TracedCell cell) => $"the trace of the {ModelJson.Word(cell.Side)} of {cell.Comparison}";
}
