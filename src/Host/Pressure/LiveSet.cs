namespace AsyncLoad.Host.Pressure;

/// <summary>
/// A graph of small linked objects of a given size that stays alive and unchanged. A write stores a fresh object into a node, next to the node's
/// first payload. It stays until a collection has found it there: an old object's reference lets it survive that collection, and it dies in gen1.
/// Fresh objects that stayed would be promoted, and those they replace would pile up in gen2 as garbage, 3 MB/s at 50 writes per millisecond
/// (docs/evidence/adr/0005). Each write also allocates scratch that dies at once, about thirty bytes for each that lives. So most young objects die,
/// and gen0 fills often enough for verdicts.
/// </summary>
internal sealed class LiveSet
{
    /// <summary>Most fresh objects at a time, 1 MB of them: a third of a second at 50 writes per millisecond. Beyond that the oldest is dropped, collected or not.</summary>
    public const int MostFresh = 16_384;

    /// <summary>Nodes per segment: 8 KB of references, small enough to stay out of the large object heap.</summary>
    private const int SegmentLength = 1024;

    // Object header and method table pointer, then three references.
    private const int NodeBytes = 16 + (3 * 8);

    // Payloads of 32 to 96 B, mean 64 B; scratch of 512 to 3584 B, mean 2048 B, within GCPerfSim's small objects (100 to 4000 B).
    // At 50 writes per millisecond that is 105 MB/s: a 4 MB gen0 fills about 25 times per second.
    private const int SmallestPayload = 32;
    private const int LargestPayload = 96;
    private const int SmallestScratch = 512;
    private const int LargestScratch = 3584;

    private readonly Node[][] segments;
    private readonly int count;
    // Places and not references: a second old-to-young reference per fresh object would double the writes.
    private readonly FreshPlace[] fresh = new FreshPlace[MostFresh];
    private long stored;
    private long cleared;
    private uint random;
    private SizeCycle payloads = new(SmallestPayload, LargestPayload);
    private SizeCycle scratches = new(SmallestScratch, LargestScratch);
    private PressureBlock[]? scratch;

    public LiveSet(long bytes, uint seed)
    {
        random = seed | 1;
        const int mean = (SmallestPayload + LargestPayload) / 2;
        count = (int)Math.Min(int.MaxValue / 2, Math.Max(1, bytes / (NodeBytes + mean + sizeof(long))));
        segments = new Node[(count + SegmentLength - 1) / SegmentLength][];
        Node? previous = null;
        for (var index = 0; index < count; index++)
        {
            if (index % SegmentLength == 0) segments[index / SegmentLength] = new Node[SegmentLength];
            var size = payloads.Next();
            var node = new Node(PressureBlock.Allocate(size), previous);
            segments[index / SegmentLength][index % SegmentLength] = node;
            Bytes += NodeBytes + size;
            previous = node;
        }

        Bytes += (long)segments.Length * ((SegmentLength * sizeof(long)) + PressureBlock.ArrayOverhead);
    }

    /// <summary>Bytes of the whole set as built, fresh objects apart.</summary>
    public long Bytes { get; }

    /// <summary>Fresh objects that old ones refer to now, 0 to <see cref="MostFresh"/>.</summary>
    public int Fresh => (int)(stored - cleared);

    /// <summary>Stores a fresh object into a node picked at random: one old-to-young reference.</summary>
    /// <returns>Bytes allocated.</returns>
    public int Write()
    {
        // Kept in a field until the next one, or the compiler might put it on the stack.
        var scratchSize = scratches.Next();
        scratch = PressureBlock.Allocate(scratchSize);
        var size = payloads.Next();
        var index = (int)(NextRandom() % (uint)count);
        if (Fresh == MostFresh) ClearOldest();
        At(index).Fresh = PressureBlock.Allocate(size);
        fresh[stored++ % MostFresh] = new FreshPlace(index, GC.CollectionCount(0));
        return scratchSize + size;
    }

    /// <summary>Lets go of all fresh objects that have been through a collection.</summary>
    public void ClearCollected()
    {
        var collections = GC.CollectionCount(0);
        while (Fresh > 0 && fresh[cleared % MostFresh].Collections != collections) ClearOldest();
    }

    // A node that was picked again meanwhile loses its newer object early: one write in two hundred at 500,000 nodes.
    private void ClearOldest() => At(fresh[cleared++ % MostFresh].Node).Fresh = null;

    private Node At(int index) => segments[index / SegmentLength][index % SegmentLength];

    // Marsaglia's xorshift32 (2003): repeatable, and no shared state with the workload.
    private uint NextRandom()
    {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        return random;
    }

    private sealed class Node(PressureBlock[] payload, Node? neighbour)
    {
        public readonly PressureBlock[] Payload = payload;
        public readonly Node? Neighbour = neighbour;
        public PressureBlock[]? Fresh;
    }

    /// <summary>Where a fresh object is, and how many collections there had been when it was stored.</summary>
    private readonly record struct FreshPlace(int Node, int Collections);
}

/// <summary>Stores fresh objects into a live set.</summary>
internal sealed class OldToYoungWrites(LiveSet liveSet, int perMillisecond) : PacedWork("AsyncLoad writes", perMillisecond)
{
    private long writes;
    private long allocatedBytes;

    /// <summary>Writes since the process began.</summary>
    public override long Done => Volatile.Read(ref writes);

    /// <summary>Bytes allocated for them, scratch included.</summary>
    public long AllocatedBytes => Volatile.Read(ref allocatedBytes);

    public override void DoPiece()
    {
        liveSet.ClearCollected();
        var bytes = liveSet.Write();
        Volatile.Write(ref allocatedBytes, allocatedBytes + bytes);
        Volatile.Write(ref writes, writes + 1);
    }
}
