using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Collections;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Reporting.Traces.Sections;

/// <summary>Collections: when, how long, why.</summary>
internal static class GcSection
{
    private const int MostLongest = 10;

    public static ReportSection? Build(TraceDigest digest)
    {
        if (digest.Gc is not { } gc) return null;
        var total = gc.Counts.Sum(count => (long)count.Count);
        ReportBlock?[] blocks = [Facts(gc, digest.Process), Timeline(gc, digest.Process, total), Quantiles(gc), Counts(gc), Longest(gc)];
        return new ReportSection(
            "gc",
            "Garbage collection",
            total == 0 ? "No collection took place while the trace was recorded." : "A pause runs from the start of a suspension to the start of the restart, as the runtime counts it.",
            [.. blocks.OfType<ReportBlock>()]);
    }

    private static ReportBlock.Facts Facts(GcDigest gc, TracedProcess process) => new(
        new Fact("GC mode", Mode(process)),
        new Fact("Collections", string.Join(" / ", Enumerable.Range(0, 3).Select(generation => Figures.Count(gc.Counts.Where(count => count.Generation == generation).Sum(count => (long)count.Count)))) + " of gen0 / 1 / 2"),
        new Fact("Paused", $"{Figures.Percent(gc.PauseShare)} of {Figures.Time(process.DurationMs * 1e6)}"),
        new Fact("Peak heap", Megabytes(gc.PeakHeapMb)),
        new Fact("Survived, summed", Megabytes(gc.PromotedMb)));

    private static string Mode(TracedProcess process)
    {
        string?[] parts = [TraceDocument.GcKind(process), TraceDocument.BackgroundCollections(process)];
        return string.Join(", ", parts.OfType<string>()) is { Length: > 0 } known ? known : TraceDocument.Untold;
    }

    private static ReportBlock.Timeline? Timeline(GcDigest gc, TracedProcess process, long total) => TimelineBlock.Of(
        "gc-timeline",
        "the whole trace",
        gc.Collections,
        new TimelineWindow(0, process.DurationMs, "the start of the trace", Math.Max(total, gc.Collections.Count)));

    private static ReportBlock.Table? Quantiles(GcDigest gc)
    {
        (string Name, PauseQuantiles? Lengths)[] rows = [("Pauses", gc.Pauses), ("Suspensions: until all threads stood still", gc.Suspensions)];
        var known = rows.Where(row => row.Lengths is not null).ToList();
        return known.Count == 0 ? null : QuantileTable.Of("Pauses, and the part of each that it took to stop all threads", [.. known.Select(row => (row.Name, row.Lengths!))]);
    }

    private static ReportBlock.Table? Counts(GcDigest gc) => gc.Counts.Count == 0 ? null : new ReportBlock.Table(
        "Collections by generation, reason and kind",
        [new("Collection", Numeric: false), new("Reason", Numeric: false), new("Kind", Numeric: false), new("Count"), new("Pause sum")],
        new ReportGroup(null, [.. gc.Counts.Select(count => (IReadOnlyList<ReportCell>)
        [
            new($"gen{Figures.Count(count.Generation)}"),
            new(CollectionNames.Reason(count.Reason)),
            new(VisibleText.Name(count.Kind)),
            new(Figures.Count(count.Count)),
            new(Figures.Time(count.PauseMs * 1e6)),
        ])]));

    // A short list is in the timeline's table already.
    private static ReportBlock.Table? Longest(GcDigest gc) => gc.Collections.Count <= TimelineBlock.MostRows ? null : CollectionTable.Each(
        "The longest pauses",
        [.. gc.Collections.OrderByDescending(collection => collection.PauseMs).Take(MostLongest)],
        originMs: 0);

    private static string Megabytes(double? size) => size is { } known ? Figures.Size(known * 1e6) : TraceDocument.Untold;
}
