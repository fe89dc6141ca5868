using System.Runtime.InteropServices;

namespace AsyncLoad.Host.Pressure;

/// <summary>
/// Objects that live until a collection has found them alive, and then die in gen1 (large ones in gen2). First in, first out: when a limit is
/// reached, the oldest is dropped, collected or not, and counts as displaced.
/// </summary>
internal sealed class Survivors
{
    public const int MostObjects = 16_384;

    /// <summary>Most bytes at a time: 32 MB, what 10 % of 1 GB/s is in a third of a second, or some two hundred large objects.</summary>
    public const long MostBytes = 32L << 20;

    private readonly object?[] objects = new object?[MostObjects];
    private readonly Stay[] stays = new Stay[MostObjects];
    private long kept;
    private long gone;

    /// <summary>Bytes held now.</summary>
    public long Bytes { get; private set; }

    /// <summary>Objects held now.</summary>
    public int Count => (int)(kept - gone);

    /// <summary>Keeps an object.</summary>
    /// <param name="held">What keeps it alive: the payload, or the object that owns it.</param>
    /// <param name="size">Its bytes in all, at most <see cref="MostBytes"/>.</param>
    /// <param name="pinned">The payload when it is to be pinned for as long as it lives, or null.</param>
    /// <returns>Bytes displaced before a collection found them.</returns>
    public long Keep(object held, int size, PressureBlock[]? pinned)
    {
        var displaced = 0L;
        while (Count == MostObjects || Bytes + size > MostBytes) displaced += ReleaseOldest();
        var place = kept++ % MostObjects;
        objects[place] = held;
        stays[place] = new Stay(GC.CollectionCount(0), size, pinned is null ? default : GCHandle.Alloc(pinned, GCHandleType.Pinned));
        Bytes += size;
        return displaced;
    }

    /// <summary>Releases all objects that a collection has found.</summary>
    public void ReleaseCollected()
    {
        var collections = GC.CollectionCount(0);
        while (Count > 0 && stays[gone % MostObjects].Collections != collections) ReleaseOldest();
    }

    private int ReleaseOldest()
    {
        var place = gone++ % MostObjects;
        var (_, size, pin) = stays[place];
        objects[place] = null;
        if (pin.IsAllocated) pin.Free();
        Bytes -= size;
        return size;
    }

    /// <summary>What is known of a kept object.</summary>
    private readonly record struct Stay(int Collections, int Size, GCHandle Pin);
}
