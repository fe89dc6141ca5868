using AsyncLoad.Tracing.Events;

namespace AsyncLoad.Tracing.Collections;

/// <summary>A collection as it is learnt of, event by event.</summary>
/// <param name="started">Its beginning.</param>
/// <param name="startMs">When its first pause began.</param>
/// <param name="sums">The sums that it goes into; null when it does not count.</param>
internal sealed class LoggedCollection(CollectionStarted started, double startMs, CollectionSums? sums)
{
    private readonly CollectionSums.Group? group = sums?.Begin(started);
    private double pauseMs;
    private double? heapAfterMb;
    private double? promotedMb;

    public int Number => started.Number;

    public void AddPause(double milliseconds)
    {
        pauseMs += milliseconds;
        group?.AddPause(milliseconds);
    }

    public void SetHeap(HeapMeasured heap)
    {
        heapAfterMb = heap.HeapBytes / 1e6;
        promotedMb = heap.PromotedBytes / 1e6;
        sums?.AddHeap(heap);
    }

    public TracedGc ToTracedGc() => new(
        Number,
        started.Generation,
        CollectionWords.Reason(started.Reason),
        CollectionWords.Kind(started.Kind),
        startMs,
        pauseMs,
        heapAfterMb,
        promotedMb);
}
