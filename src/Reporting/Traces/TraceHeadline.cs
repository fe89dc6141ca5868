using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Collections;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Reporting.Traces;

/// <summary>Says what a trace found in a sentence or two.</summary>
internal static class TraceHeadline
{
    /// <summary><c>61 % of the bytes of 12.4 MB/s come from 5 async methods that complete synchronously; returning ValueTask would remove 7.10 MB/s [6.80, 7.40].</c></summary>
    public static string Of(TraceDigest digest) =>
        Largest(digest.Advice) is { } largest && digest.Allocation is { } allocation ? Advised(largest, allocation)
        : digest.Allocation is { } sampled ? $"{Rate(sampled)} allocated; {Nothing(digest)}."
        : digest.Gc is { } gc ? $"{Paused(gc, digest.Process)}; allocation was not recorded."
        : "The trace holds neither collections nor allocations.";

    /// <summary>All remedies together where the headline names only some; else the pauses.</summary>
    public static string? Lead(TraceDigest digest)
    {
        var actionable = AdviceWords.ActionableEntries(digest.Advice);
        string?[] sentences =
        [
            actionable.Select(advice => advice.Finding).Distinct().Count() > 1
                ? $"{(actionable.Count == 2 ? "Both" : $"All {Figures.Count(actionable.Count)}")} remedies together would remove {Figures.SizeRate(Removable(actionable))}."
                : null,
            digest.Advice is { } advice && AdviceWords.IsMostLeftOut(advice)
                ? $"{Figures.Plural(advice.LeftOut, "more finding")} are each below {Figures.Setting(advice.MinShare)} of the bytes and take {Figures.Percent(advice.LeftOutShare)} together (--min-share)."
                : null,
            digest.Gc is { } gc && digest.Allocation is not null ? $"{Paused(gc, digest.Process)}." : null,
        ];
        return string.Join(" ", sentences.OfType<string>()) is { Length: > 0 } lead ? lead : null;
    }

    private static string Advised(List<Advice> group, AllocationDigest allocation)
    {
        var methods = group.Select(advice => (advice.Namespace, advice.Method)).Distinct().Count();
        var (subject, remedy) = AdviceWords.Together(group[0].Finding, methods, group.All(advice => advice.IsAsync));
        var conditions = group.All(advice => advice.Weight == AdviceWeight.Recommended) ? "" : ", if the checks hold";
        // Of a method whose assembly is not at hand nothing is certain.
        var share = group.Exists(advice => advice.SureShare == 0) ? $"Up to {Figures.Percent(group.Sum(advice => advice.Share))}" : Figures.Percent(group.Sum(advice => advice.SureShare));
        return $"{share} of the bytes of {Rate(allocation)} come from {subject}; " +
            $"{remedy} would remove {Figures.SizeRate(Removable(group))}{conditions}.";
    }

    // The finding whose remedies remove most.
    private static List<Advice>? Largest(AdviceReport? report) => AdviceWords.Actionable(report)
        .GroupBy(advice => advice.Finding)
        .MaxBy(group => group.Sum(advice => advice.Removable!.Estimate))?.ToList();

    private static RateInterval Removable(IEnumerable<Advice> advice) => RateSum.Of(advice.Select(entry => entry.Removable!));

    private static string Nothing(TraceDigest digest)
    {
        if (digest.Process.NativeAot) return "the trace of a NativeAOT program names no types and methods";
        if (digest.Advice is not { } report) return "without call stacks there is no advice";
        if (digest.State.LacksNames && report.Methods.Count == 0) return AdviceWords.Nameless(digest.State);
        var denied = AdviceWords.IsFree(report) ? "" : $", though {Figures.Percent(report.Account.AsyncBytes / report.Account.TotalBytes)} of it is for async code";
        return $"no remedy was found for an async method{denied}";
    }

    private static string Rate(AllocationDigest allocation) => Figures.SizeRate(allocation.Total.Bytes / allocation.Seconds);

    private static string Paused(GcDigest gc, TracedProcess process) => gc.Pauses is not { } pauses
        ? $"No GC pause in {Figures.Time(process.DurationMs * 1e6)}"
        : $"{Figures.Plural(pauses.Count, "GC pause")} took {Figures.Percent(gc.PauseShare)} of {Figures.Time(process.DurationMs * 1e6)}, {Figures.Time(pauses.MaxMs * 1e6)} at the longest";
}

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
        var mark = new Mark(Tone.Even, "■", "peak heap");
        return gc?.PeakHeapMb is { } peak
            ? new ReportTile(Figures.Size(peak * 1e6), mark, "after a collection")
            : Missing(mark, gc is null ? "collections were not recorded" : "not in the trace");
    }

    private static ReportTile Missing(Mark mark, string reason) => new(Figures.NotAvailable, mark, reason, Quiet: true);
}
