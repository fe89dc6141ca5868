using AsyncLoad.Tracing.Events;

namespace AsyncLoad.Tracing.Collections;

/// <summary>Running sums over collections: as much memory for one as for a million.</summary>
internal sealed class CollectionSums
{
    private readonly Dictionary<(int Generation, int Reason, int Kind), Group> groups = [];
    private long? peakBytes;
    private double? promotedBytes;

    /// <summary>Largest heap after a collection, 10^6 bytes; null when no event states one.</summary>
    public double? PeakHeapMb => peakBytes / 1e6;

    /// <summary>What survived collections, summed, 10^6 bytes; null when no event states any.</summary>
    public double? PromotedMb => promotedBytes / 1e6;

    /// <summary>How many, by generation, reason and kind: most first, equal ones by generation and words.</summary>
    public IReadOnlyList<GcCount> MostFirst() =>
    [
        .. groups
            .Select(entry => new GcCount(
                entry.Key.Generation, CollectionWords.Reason(entry.Key.Reason), CollectionWords.Kind(entry.Key.Kind), entry.Value.Count, entry.Value.PauseMs))
            .OrderByDescending(count => count.Count)
            .ThenBy(count => count.Generation)
            .ThenBy(count => count.Reason, StringComparer.Ordinal)
            .ThenBy(count => count.Kind, StringComparer.Ordinal),
    ];

    public Group Begin(CollectionStarted started)
    {
        var key = (started.Generation, started.Reason, started.Kind);
        if (!groups.TryGetValue(key, out var group)) groups.Add(key, group = new Group());
        group.Count++;
        return group;
    }

    public void AddHeap(HeapMeasured heap)
    {
        peakBytes = Math.Max(peakBytes ?? 0, heap.HeapBytes);
        promotedBytes = (promotedBytes ?? 0) + heap.PromotedBytes;
    }

    /// <summary>Collections of one sort.</summary>
    internal sealed class Group
    {
        public int Count { get; set; }

        public double PauseMs { get; private set; }

        public void AddPause(double milliseconds) => PauseMs += milliseconds;
    }
}
