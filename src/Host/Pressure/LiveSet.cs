namespace AsyncLoad.Host.Pressure;

/// <summary>
/// A graph of small linked objects of a given size that stays alive. Each node holds a payload; a write replaces it by a fresh one drawn from
/// the same sizes, so the old one becomes garbage and the size stays what it was asked to be.
/// </summary>
internal sealed class LiveSet
{
    /// <summary>Nodes a segment: 8 KB of references, small enough to stay out of the large object heap.</summary>
    private const int SegmentLength = 1024;

    // Object header and method table pointer, then two references; an array adds its length to the former.
    private const int NodeBytes = 16 + (2 * 8);
    private const int PayloadOverhead = 24;

    // Payload sizes cycle through 64 to 960 B, mean 512 B: within GCPerfSim's small objects (100 to 4000 B), at their lower end,
    // so that a 4 MB gen0 fills some 25 times a second at 200 writes a millisecond.
    private const int SmallestPayload = 64;
    private const int LargestPayload = 960;
    private const int PayloadStep = 64;

    private readonly Node[][] segments;
    private readonly int count;
    private uint random;
    private int nextSize = SmallestPayload;

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
            var node = new Node { Payload = NextPayload(out var size), Neighbour = previous };
            segments[index / SegmentLength][index % SegmentLength] = node;
            Bytes += NodeBytes + size;
            previous = node;
        }

        Bytes += (long)segments.Length * ((SegmentLength * 8) + PayloadOverhead);
    }

    /// <summary>Bytes of the whole set as built.</summary>
    public long Bytes { get; }

    /// <summary>Stores a fresh payload into a node picked at random: one old-to-young reference.</summary>
    /// <returns>Bytes allocated.</returns>
    public int Write()
    {
        var index = (int)(NextRandom() % (uint)count);
        var node = segments[index / SegmentLength][index % SegmentLength];
        node.Payload = NextPayload(out var size);
        return size;
    }

    private PressureBlock[] NextPayload(out int size)
    {
        size = nextSize;
        nextSize = nextSize >= LargestPayload ? SmallestPayload : nextSize + PayloadStep;
        return new PressureBlock[(size - PayloadOverhead) / sizeof(long)];
    }

    // Marsaglia's xorshift32 (2003): repeatable, and no shared state with the workload.
    private uint NextRandom()
    {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        return random;
    }

    private sealed class Node
    {
        public PressureBlock[]? Payload;
        public Node? Neighbour;
    }
}

/// <summary>What payloads are made of: a type of its own, so that a trace tells the pressurer's bytes from the workload's.</summary>
internal readonly record struct PressureBlock(long Value);
