namespace AsyncLoad.Tracing.Nettrace;

/// <summary>An event that waits for its turn.</summary>
/// <param name="Timestamp">When, in ticks.</param>
internal readonly record struct KeptEvent(AskedKind Kind, long Timestamp, long ThreadId, long Offset, ArenaSlice Payload, ArenaSlice Stack);

/// <summary>
/// Brings the events of several threads into the order of time. Those of one thread come in order, a run at a time, so the runs are merged; what does not
/// continue a run begins another. Equal times keep the order of the file.
/// </summary>
internal sealed class EventOrder
{
    // A trace of 100 threads at full speed keeps some 20 MB.
    private const long MostBytes = 256 << 20;
    private const int EntryBytes = 96;

    private readonly List<KeptEvent> kept = [];
    private readonly ByteArena payloads = new();
    private readonly PriorityQueue<Run, (long Timestamp, int Index)> runs = new();
    private Run? newest;

    public void Keep(in KeptEvent waiting, ReadOnlySpan<byte> payload)
    {
        if (payloads.Bytes + payload.Length + (kept.Count * (long)EntryBytes) > MostBytes)
            throw UnreadableTraceException.Damaged(waiting.Offset, $"more than {MostBytes} B of events without an order");
        if (newest is null || newest.Next == newest.End || kept[^1].Timestamp > waiting.Timestamp) Open(waiting.Timestamp);
        kept.Add(waiting with { Payload = payloads.Add(payload) });
        newest!.End++;
    }

    /// <summary>The earliest event.</summary>
    /// <param name="until">It lies no later than this; null for any.</param>
    /// <param name="due">The event. Its payload is valid until the next call of <see cref="Keep"/> or <see cref="Drop"/>.</param>
    public bool TryTake(long? until, out KeptEvent due)
    {
        due = default;
        if (!runs.TryPeek(out var run, out var first) || first.Timestamp > until) return false;
        due = kept[run.Next++];
        if (run.Next == run.End) runs.Dequeue();
        else runs.DequeueEnqueue(run, (kept[run.Next].Timestamp, run.Next));
        return true;
    }

    public ReadOnlySpan<byte> PayloadOf(in KeptEvent taken) => payloads.Get(taken.Payload);

    /// <summary>Lets go of the memory once nothing waits any more.</summary>
    public void Drop()
    {
        if (runs.Count > 0 || kept.Count == 0) return;
        kept.Clear();
        payloads.Clear();
        newest = null;
    }

    private void Open(long timestamp)
    {
        newest = new Run(kept.Count);
        runs.Enqueue(newest, (timestamp, kept.Count));
    }

    /// <summary>Kept events in the order of time: from <see cref="Next"/> to before <see cref="End"/>.</summary>
    private sealed class Run(int start)
    {
        public int Next { get; set; } = start;

        public int End { get; set; } = start;
    }
}
