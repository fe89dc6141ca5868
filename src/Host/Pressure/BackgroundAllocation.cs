using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Pressure;

/// <summary>
/// Allocates objects of GCPerfSim's sizes: small ones of 104 to 4000 B, large ones of 100 to 200 KB. Some live until a collection has found them,
/// some of those are pinned meanwhile, some have a finalizer; the rest dies at once.
/// </summary>
internal sealed class BackgroundAllocation : PacedWork
{
    /// <summary>Smallest of the small objects: GCPerfSim's 100 B, rounded up to 8.</summary>
    public const int LeastSmall = 104;

    /// <summary>Largest of the small objects.</summary>
    public const int MostSmall = PressureSettings.LargestSmallObject;

    /// <summary>Smallest of the large objects; 85,000 B and more go to the large object heap.</summary>
    public const int LeastLarge = 102_400;

    /// <summary>Largest of the large objects.</summary>
    public const int MostLarge = PressureSettings.LargestObject;

    private readonly Share large;
    private readonly Share survive;
    private readonly Share pinned;
    private readonly Share finalizable;
    private readonly Survivors survivors = new();
    private SizeCycle smallSizes = new(LeastSmall, MostSmall);
    private SizeCycle largeSizes = new(LeastLarge, MostLarge);
    private long smallBytes;
    private long largeBytes;
    private long smallKept;
    private long largeKept;
    private long displaced;
    private long smallObjects;
    private long pinnedObjects;
    private long finalizableObjects;
    private object? last;

    public BackgroundAllocation(PressureSettings settings)
        : base("AsyncLoad allocation", settings.AllocatePerSecond.Bytes / 1e3)
    {
        large = new Share(settings.LohPerMille, 1_000);
        survive = new Share(settings.SurvivePercent, 100);
        pinned = new Share(settings.PinnedPercent, 100);
        finalizable = new Share(settings.FinalizablePercent, 100);
        if (settings.FinalizablePercent > 0) FinalizerThread.Find();
    }

    /// <summary>Bytes since the process began.</summary>
    public override long Done => Volatile.Read(ref smallBytes) + Volatile.Read(ref largeBytes);

    /// <summary>Its counters since the process began.</summary>
    public AllocationReading Read() => new(
        Done,
        Volatile.Read(ref largeBytes),
        Volatile.Read(ref smallKept) + Volatile.Read(ref largeKept) - Volatile.Read(ref displaced),
        Volatile.Read(ref smallObjects),
        Volatile.Read(ref pinnedObjects),
        Volatile.Read(ref finalizableObjects));

    public override void DoPiece()
    {
        survivors.ReleaseCollected();
        if (large.IsDue(largeBytes, smallBytes + largeBytes)) AllocateLarge();
        else AllocateSmall();
    }

    public override Nanoseconds Conclude() => finalizable.Parts > 0 ? FinalizerThread.Drain() : default;

    private void AllocateLarge()
    {
        var size = largeSizes.Next();
        var isKept = survive.IsDue(largeKept, largeBytes);
        var payload = PressureBlock.Allocate(size);
        Volatile.Write(ref largeBytes, largeBytes + size);
        if (isKept) Volatile.Write(ref largeKept, largeKept + size);
        Place(payload, size, isKept, pinned: null);
    }

    private void AllocateSmall()
    {
        var isPinned = pinned.IsDue(pinnedObjects, smallObjects);
        var isKept = isPinned || survive.IsDue(smallKept, smallBytes);
        // Half a turn away from pinning, so that the same share of both does not always meet in the same objects.
        var isFinalizable = finalizable.IsDue(finalizableObjects, smallObjects - (50 / Math.Max(1, finalizable.Parts)));
        var size = smallSizes.Next();
        var payload = PressureBlock.Allocate(size);
        object held = payload;
        if (isFinalizable)
        {
            held = new FinalizableBlock(payload);
            size += FinalizableBlock.Bytes;
            Volatile.Write(ref finalizableObjects, finalizableObjects + 1);
        }

        Volatile.Write(ref smallBytes, smallBytes + size);
        Volatile.Write(ref smallObjects, smallObjects + 1);
        if (isPinned) Volatile.Write(ref pinnedObjects, pinnedObjects + 1);
        if (isKept) Volatile.Write(ref smallKept, smallKept + size);
        Place(held, size, isKept, isPinned ? payload : null);
    }

    private void Place(object held, int size, bool isKept, PressureBlock[]? pinned)
    {
        // What dies at once is kept in a field until the next one, or the compiler might put it on the stack.
        if (isKept) Volatile.Write(ref displaced, displaced + survivors.Keep(held, size, pinned));
        else last = held;
    }
}
