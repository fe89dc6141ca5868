namespace AsyncLoad.Host.Pressure;

/// <summary>
/// A graph of small linked objects of a given size that stays alive. Each node holds a payload; a write replaces it by a fresh one drawn from
/// the same sizes, so the old one becomes garbage and the size stays what it was asked to be. Making a payload leaves scratch behind that dies
/// at once, some thirty bytes for each that lives: most young objects die, and gen0 fills often enough to be judged without flooding gen2.
/// </summary>
internal sealed class LiveSet
{
    /// <summary>Nodes a segment: 8 KB of references, small enough to stay out of the large object heap.</summary>
    private const int SegmentLength = 1024;

    // Object header and method table pointer, then two references; an array adds its length to the former.
    private const int NodeBytes = 16 + (2 * 8);
    private const int ArrayOverhead = 24;

    // Payloads of 32 to 96 B, mean 64 B; scratch of 512 to 3584 B, mean 2048 B, within GCPerfSim's small objects (100 to 4000 B).
    // At 50 writes a millisecond that is 105 MB/s: a 4 MB gen0 fills some 25 times a second.
    private const int SmallestPayload = 32;
    private const int LargestPayload = 96;
    private const int PayloadStep = 8;
    private const int SmallestScratch = 512;
    private const int LargestScratch = 3584;
    private const int ScratchStep = 256;

    private readonly Node[][] segments;
    private readonly int count;
    private uint random;
    private int nextPayload = SmallestPayload;
    private int nextScratch = SmallestScratch;
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
            var node = new Node { Payload = NextPayload(out var size), Neighbour = previous };
            segments[index / SegmentLength][index % SegmentLength] = node;
            Bytes += NodeBytes + size;
            previous = node;
        }

        Bytes += (long)segments.Length * ((SegmentLength * 8) + ArrayOverhead);
    }

    /// <summary>Bytes of the whole set as built.</summary>
    public long Bytes { get; }

    /// <summary>Stores a fresh payload into a node picked at random: one old-to-young reference.</summary>
    /// <returns>Bytes allocated.</returns>
    public int Write()
    {
        // Kept in a field until the next one, or the compiler might put it on the stack.
        scratch = Allocate(nextScratch);
        var scratchSize = nextScratch;
        nextScratch = nextScratch >= LargestScratch ? SmallestScratch : nextScratch + ScratchStep;
        var index = (int)(NextRandom() % (uint)count);
        var node = segments[index / SegmentLength][index % SegmentLength];
        node.Payload = NextPayload(out var size);
        return scratchSize + size;
    }

    private PressureBlock[] NextPayload(out int size)
    {
        size = nextPayload;
        nextPayload = nextPayload >= LargestPayload ? SmallestPayload : nextPayload + PayloadStep;
        return Allocate(size);
    }

    private static PressureBlock[] Allocate(int bytes) => new PressureBlock[(bytes - ArrayOverhead) / sizeof(long)];

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
