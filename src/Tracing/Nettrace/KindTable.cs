namespace AsyncLoad.Tracing.Nettrace;

/// <summary>Who asked for which events.</summary>
internal sealed class Subscriptions
{
    private readonly List<(string Provider, int? Id, NettraceHandler Handler)> all = [];

    /// <summary>Asks for events of a provider.</summary>
    public void Add(string provider, int? id, NettraceHandler handler) => all.Add((provider, id, handler));

    /// <summary>Who asked for this event, in the order of asking.</summary>
    public NettraceHandler[] To(string provider, int id) =>
        [.. from asked in all where asked.Provider == provider && (asked.Id is null || asked.Id == id) select asked.Handler];
}

/// <summary>A kind of event, and who asked for it.</summary>
/// <param name="Handlers">Who asked, in the order of asking; mostly none.</param>
internal sealed record AskedKind(EventKind Kind, NettraceHandler[] Handlers);

/// <summary>The kinds of events that a trace has described so far, by number.</summary>
internal sealed class KindTable(Subscriptions asked)
{
    // Sixteen times what a process with a thousand kinds of events writes.
    private const int MostBytes = 16 << 20;

    private readonly Dictionary<int, AskedKind> kinds = [];
    private long bytes;

    /// <summary>Takes in a block of descriptions.</summary>
    public void Add(Block block)
    {
        var blobs = new BlobReader(block);
        while (blobs.TryRead())
        {
            bytes += blobs.Payload.Length;
            if (bytes > MostBytes) throw UnreadableTraceException.Damaged(blobs.Offset, $"more than {MostBytes} B describe kinds of events");
            Add(blobs.Payload, blobs.Offset);
        }
    }

    /// <summary>The kind of a number, as events name it.</summary>
    public AskedKind Find(int id, long offset) => kinds.TryGetValue(id, out var kind)
        ? kind
        : throw UnreadableTraceException.Damaged(offset, $"an event of kind {id}, which the trace does not describe");

    private void Add(ReadOnlySpan<byte> payload, long offset)
    {
        try
        {
            var (id, kind) = MetadataReader.Read(payload);
            if (!kinds.TryAdd(id, new AskedKind(kind, asked.To(kind.Provider, kind.Id))))
                throw UnreadableTraceException.Damaged(offset, $"kind {id} is described twice");
        }
        catch (InvalidDataException damage)
        {
            throw UnreadableTraceException.Damaged(offset, $"the description of a kind of event: {damage.Message}");
        }
    }
}
