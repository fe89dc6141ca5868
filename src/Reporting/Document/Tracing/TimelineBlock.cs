using AsyncLoad.Analysis;
using AsyncLoad.Tracing.Collections;

namespace AsyncLoad.Reporting.Document.Tracing;

/// <summary>Collections over time: the chart's data, and the same in a table of bounded length.</summary>
internal static class TimelineBlock
{
    /// <summary>The most collections that are listed one by one.</summary>
    public const int MostRows = 20;

    /// <summary>The chart with its table; null without collections.</summary>
    /// <param name="id">Kebab-case, unique in the report.</param>
    /// <param name="traced">What was traced, as title; safe to show.</param>
    public static ReportBlock.Timeline? Of(string id, string traced, IReadOnlyList<TracedGc> collections, TimelineWindow window)
    {
        List<TracedGc> shown = [.. collections.Where(IsDrawable).OrderBy(collection => collection.StartMs)];
        if (shown.Count == 0) return null;
        var heapless = shown.Exists(KnowsHeapAtOnce) ? CollectionSort.Background : default(CollectionSort?);
        var first = Math.Min(window.StartMs, shown[0].StartMs);
        var span = Math.Max(Math.Max(window.StopMs, shown.Max(collection => collection.StartMs)) - first, 1);
        var data = new HeapOverTime(
            id,
            $"Heap and GC pauses: {traced}",
            Description(traced, shown, first, window),
            window.Origin,
            span,
            [.. shown.Select(collection => Drawn(collection, first, heapless))]);
        var caption = window.Collections > shown.Count
            ? $"Collections of {traced}, from {Figures.Count(shown.Count)} of {Figures.Count(window.Collections)}, evenly chosen"
            : $"Collections of {traced}";
        return new ReportBlock.Timeline(data, shown.Count <= MostRows ? CollectionTable.Each(caption, shown, first) : CollectionTable.Slices(caption, data));
    }

    private static bool IsDrawable(TracedGc collection) =>
        double.IsFinite(collection.StartMs) && double.IsFinite(collection.PauseMs) && (collection.HeapAfterMb is not { } heap || double.IsFinite(heap));

    // A background collection states the heap at its end, long after the pause at which it is drawn. The next collection shows that heap instead.
    private static bool KnowsHeapAtOnce(TracedGc collection) => collection.HeapAfterMb is not null && CollectionNames.Sort(collection) != CollectionSort.Background;

    private static TimelineGc Drawn(TracedGc collection, double first, CollectionSort? heapless)
    {
        var sort = CollectionNames.Sort(collection);
        return new TimelineGc(
            collection.StartMs - first,
            sort,
            Math.Max(0, collection.PauseMs),
            collection.HeapAfterMb is { } heap && sort != heapless ? Math.Max(0, heap * 1e6) : null);
    }

    private static string Heap(List<double> megabytes)
    {
        if (megabytes.Count == 0) return "The trace does not state the size of the heap.";
        var (least, most) = (Figures.Size(megabytes.Min() * 1e6), Figures.Size(megabytes.Max() * 1e6));
        return least == most ? $"The heap after a collection was {least}." : $"The heap after a collection was {least} to {most}, and {Figures.Size(megabytes[^1] * 1e6)} at the end.";
    }

    private static string Description(string traced, List<TracedGc> shown, double first, TimelineWindow window)
    {
        var longest = shown.MaxBy(collection => collection.PauseMs)!;
        var sizes = shown.Select(collection => collection.HeapAfterMb).OfType<double>().ToList();
        return $"{Figures.Plural(window.Collections, "collection")} of {traced} in {Figures.Time((window.StopMs - window.StartMs) * 1e6)}. {Heap(sizes)} " +
            $"The longest pause was {Figures.Time(longest.PauseMs * 1e6)}, of {CollectionNames.Name(longest)}, {Figures.Time((longest.StartMs - first) * 1e6)} from {window.Origin}.";
    }
}

/// <summary>A stretch of time to show.</summary>
/// <param name="StartMs">Its beginning, ms from the beginning of the trace.</param>
/// <param name="Origin">What its beginning is: <c>the start of the trace</c>.</param>
/// <param name="Collections">How many collections it has, listed one by one or not.</param>
internal sealed record TimelineWindow(double StartMs, double StopMs, string Origin, long Collections);
