using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Collections;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Reporting.Traces;

/// <summary>The figures of a trace that count most.</summary>
internal static class TraceTiles
{
    public static ReportTiles Of(TraceDigest digest) => new(
        "Key figures",
        [Allocated(digest.Allocation), Removable(digest), Paused(digest.Gc), Heap(digest.Gc)]);

    private static ReportTile Allocated(AllocationDigest? allocation)
    {
        var mark = new Mark(Tone.Even, "↑", "allocated");
        if (allocation is null) return Missing(mark, "allocation was not recorded");
        var basis = allocation.Source == AllocationSource.Tick ? "from AllocationTick, biased" : $"from {Figures.Plural(allocation.Total.Samples, "sample")}";
        return new ReportTile(Figures.SizeRate(allocation.Total.Bytes / allocation.Seconds), mark, basis);
    }

    private static ReportTile Removable(TraceDigest digest)
    {
        var mark = new Mark(Tone.Good, "↓", "removable");
        if (digest.Advice is null) return Missing(mark, "no advice");
        var actionable = AdviceWords.ActionableEntries(digest.Advice);
        if (actionable.Count == 0 && digest.State.LacksNames) return Missing(mark, "methods have no names");
        if (actionable.Count == 0) return new ReportTile(Figures.SizeRate(0), mark, "no remedy found", Quiet: true);
        var removable = RateSum.Of(actionable.Select(advice => advice.Removable!));
        return new ReportTile(Figures.SizeRate(removable.Estimate), mark, $"by {(actionable.Count == 1 ? "1 remedy" : $"{Figures.Count(actionable.Count)} remedies")} below");
    }

    private static ReportTile Paused(GcDigest? gc)
    {
        var mark = new Mark(Tone.Open, "‖", "paused");
        return gc is null ? Missing(mark, "collections were not recorded")
            : gc.Pauses is { } pauses ? new ReportTile(Figures.Percent(gc.PauseShare), mark, $"{Figures.Plural(pauses.Count, "pause")}, longest {Figures.Time(pauses.MaxMs * 1e6)}")
            : new ReportTile(Figures.Percent(0), mark, "no pause", Quiet: true);
    }

    private static ReportTile Heap(GcDigest? gc)
    {
        var mark = new Mark(Tone.Even, "▲", "peak heap");
        return gc?.PeakHeapMb is { } peak
            ? new ReportTile(Figures.Size(peak * 1e6), mark, "after a collection")
            : Missing(mark, gc is null ? "collections were not recorded" : "not in the trace");
    }

    private static ReportTile Missing(Mark mark, string reason) => new(Figures.NotAvailable, mark, reason, Quiet: true);
}
