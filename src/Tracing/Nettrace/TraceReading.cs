namespace AsyncLoad.Tracing.Nettrace;

/// <summary>One reading of one trace.</summary>
internal sealed class TraceReading(ByteSource bytes, Subscriptions asked, CancellationToken cancellation)
{
    private readonly KindTable kinds = new(asked);
    private readonly ThreadSequences sequences = new();
    private readonly EventOrder order = new();
    private TraceHead? head;
    private StackTable stacks = new(sizeof(ulong));
    private long events;
    private long lastTimestamp;
    private bool refused;

    public NettraceSummary Read()
    {
        var ending = ReadBlocks();
        // Events before the damaged place are valid.
        if (head is not null && !refused) ending = HandOutRest() ?? ending;
        return new NettraceSummary(ending, bytes.Received, events, sequences.Lost, Header());
    }

    private NettraceEnding ReadBlocks()
    {
        try
        {
            var blocks = new BlockSource(bytes);
            head = blocks.ReadHead();
            lastTimestamp = head.StartTicks;
            stacks = new StackTable(head.Process.PointerBytes);
            while (blocks.TryReadNext(out var block))
            {
                cancellation.ThrowIfCancellationRequested();
                TakeIn(block);
            }

            return new NettraceEnding.Whole();
        }
        catch (UnreadableTraceException end)
        {
            return end.Ending;
        }
    }

    private NettraceEnding? HandOutRest()
    {
        try
        {
            HandOut(until: null);
            return null;
        }
        catch (UnreadableTraceException end)
        {
            return end.Ending;
        }
    }

    private void TakeIn(Block block)
    {
        switch (block.Kind)
        {
            case BlockKind.Events:
                TakeInEvents(block);
                break;
            case BlockKind.Metadata:
                kinds.Add(block);
                break;
            case BlockKind.Stacks:
                stacks.Add(block);
                break;
            default:
                HandOut(until: null);
                stacks.Clear();
                sequences.Add(block);
                break;
        }
    }

    private void TakeInEvents(Block block)
    {
        var blobs = new BlobReader(block);
        while (blobs.TryRead())
        {
            events++;
            lastTimestamp = Math.Max(lastTimestamp, blobs.Timestamp);
            sequences.Add(blobs.CaptureThreadId, blobs.Sequence, blobs.Offset);
            var kind = kinds.Find(blobs.MetadataId, blobs.Offset);
            if (blobs.IsSorted) HandOut(blobs.Timestamp);
            if (kind.Handlers.Length == 0) continue;
            var read = new KeptEvent(kind, blobs.Timestamp, blobs.ThreadId, blobs.Offset, default, stacks.Find(blobs.StackId));
            if (blobs.IsSorted) Hand(read, blobs.Payload);
            else order.Keep(read, blobs.Payload);
        }
    }

    private void HandOut(long? until)
    {
        while (order.TryTake(until, out var due)) Hand(due, order.PayloadOf(due));
        order.Drop();
    }

    private void Hand(in KeptEvent due, ReadOnlySpan<byte> payload)
    {
        var traced = new NettraceEvent
        {
            Kind = due.Kind.Kind,
            AtMs = head!.MsOf(due.Timestamp),
            ThreadId = due.ThreadId,
            Payload = payload,
            PointerBytes = head.Process.PointerBytes,
            Stack = stacks.Frames(due.Stack),
        };
        try
        {
            foreach (var handler in due.Kind.Handlers) handler(traced);
        }
        catch (Exception failure) when (failure is not OperationCanceledException)
        {
            // A handler that throws has met a payload that it cannot read.
            refused = true;
            throw UnreadableTraceException.Damaged(due.Offset, $"event {due.Kind.Kind.Id} of {due.Kind.Kind.Provider}: {failure.Message}");
        }
    }

    private NettraceHeader? Header() => head is null
        ? null
        : new NettraceHeader($"nettrace {head.FormatVersion}", head.StartedUtc, head.Process.PointerBytes, head.Process.Id, head.Process.Processors, head.MsOf(lastTimestamp));
}
