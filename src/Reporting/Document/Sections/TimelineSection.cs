using AsyncLoad.Analysis;
using AsyncLoad.Model;
using AsyncLoad.Model.Plans;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>A closer look at both traces of a comparison, on request: collections over time, and the stacks that allocate most.</summary>
internal static class TimelineSection
{
    // Charts of thousands of collections take up to 30 KB per side: a hundred comparisons must stay below 2 MB.
    private const int MostComparisons = 5;

    private static readonly StackLimits Limits = new(4, 8);

    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        var all = rows.Zip(run.Comparisons).Index().Where(entry => HasMore(entry.Item.Second)).ToList();
        if (all.Count == 0) return null;
        var shown = all.OrderByDescending(entry => PausedMs(entry.Item.Second)).Take(MostComparisons).OrderBy(entry => entry.Index);
        return new ReportSection(
            "gc-timeline",
            "GC timeline",
            $"The heap after each collection and the pauses of each traced run on one time axis, and the stacks that allocate most.{LeftOut(all.Count)}",
            [.. shown.Select(entry => Details(new TracedComparison(entry.Index + 1, entry.Item.First, entry.Item.Second)))]);
    }

    private static string LeftOut(int all) => all <= MostComparisons
        ? ""
        : $" Shown are the {Figures.Count(MostComparisons)} of {Figures.Count(all)} comparisons with the longest pauses; the others are in the trace files.";

    private static bool HasMore(ComparisonAnalysis analysis) =>
        analysis.Sides.Each().Select(side => side.Trace.Value).OfType<TraceAnalysis>().Any(trace => trace.Collections.Count > 0 || trace.Stacks.Count > 0);

    private static double PausedMs(ComparisonAnalysis analysis) => analysis.Sides.Each().Sum(side => side.Trace.Value?.Pauses?.SumMs ?? 0);

    private static ReportBlock.Details Details(TracedComparison comparison) => new(
        $"Collections over time and top stacks: {comparison.Row.Full}",
        [.. comparison.Analysis.Sides.Each().SelectMany(side => Blocks(comparison, side))]);

    private static IEnumerable<ReportBlock> Blocks(TracedComparison comparison, SideAnalysis side)
    {
        if (side.Trace.Value is not { Window: { } window } trace) yield break;
        var name = side.Side == Side.Baseline ? comparison.Row.Baseline : comparison.Row.Candidate;
        var shown = new TimelineWindow(window.StartMs, window.StopMs, "the start of the measured window", trace.Collections.Count);
        if (TimelineBlock.Of($"gc-{Figures.Exact(comparison.Number)}-{ModelJson.Word(side.Side)}", name, trace.Collections, shown) is { } timeline) yield return timeline;
        if (StackBlock.Of($"Where {name} allocates most, with 95 % intervals", StackSites.Of(trace.Stacks), Limits, estimate => Figure(estimate, trace, window)) is { } stacks) yield return stacks;
    }

    private static string Figure(AllocationEstimate estimate, TraceAnalysis trace, TraceWindow window)
    {
        var share = trace.AllocatedTotal is { Bytes: > 0 } total ? $", {Figures.Percent(estimate.Bytes / total.Bytes)} of all bytes" : "";
        return window.Operations > 0 ? PerOperation.Of(estimate, window.Operations) + share : Figures.Size(estimate.Bytes) + share;
    }

    private sealed record TracedComparison(int Number, ComparisonRow Row, ComparisonAnalysis Analysis);
}
