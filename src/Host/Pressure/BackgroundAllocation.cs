using System.Runtime.CompilerServices;
using AsyncLoad.Host.Platform;
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

    public const int MostSmall = PressureSettings.LargestSmallObject;

    /// <summary>Smallest of the large objects; 85,000 B and more go to the large object heap.</summary>
    public const int LeastLarge = 102_400;

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
        // Shifted by half a period, so that equal shares do not always pick the same objects as pinning.
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
        // Objects that die at once are kept in a field until the next one, or the compiler might put them on the stack.
        if (isKept) Volatile.Write(ref displaced, displaced + survivors.Keep(held, size, pinned));
        else last = held;
    }
}

/// <summary>
/// A share that is kept without randomness: whether the next object belongs to it depends on those so far, before its size is known.
/// So the result never differs from the share by more than the largest size, and large sizes are as likely to be taken as small ones.
/// </summary>
/// <param name="Parts">Its numerator; 0 for none.</param>
/// <param name="Whole">Its denominator: 100 or 1,000.</param>
internal readonly record struct Share(int Parts, int Whole)
{
    /// <summary>Whether the next one belongs to it.</summary>
    public bool IsDue(long done, long total) => Parts > 0 && done * Whole <= total * Parts;
}

/// <summary>
/// Sizes of objects in bytes, every multiple of 8 from <paramref name="least"/> to <paramref name="most"/> equally often. Their order is scattered: a
/// step that shares no factor with their number visits them all. It is the same in both sides, and near its mean after a few objects.
/// </summary>
/// <param name="least">Smallest size, a multiple of 8.</param>
/// <param name="most">Largest size, a multiple of 8.</param>
internal struct SizeCycle(int least, int most)
{
    private const int Grain = 8;

    // About the golden section of the cycle: consecutive sizes lie far apart.
    private const double Section = 0.618;

    private readonly int count = ((most - least) / Grain) + 1;
    private readonly int step = CoprimeNear(((most - least) / Grain) + 1);
    private int place;

    public int Next()
    {
        place += step;
        if (place >= count) place -= count;
        return least + (place * Grain);
    }

    private static int CoprimeNear(int count)
    {
        var step = Math.Max(1, (int)(count * Section));
        while (GreatestCommonDivisor(count, step) != 1) step--;
        return step;
    }

    private static int GreatestCommonDivisor(int a, int b) => b == 0 ? a : GreatestCommonDivisor(b, a % b);
}

/// <summary>What the pressurer's objects are made of: a separate type, so that a trace tells the pressurer's bytes from the workload's.</summary>
internal readonly record struct PressureBlock(long Value)
{
    /// <summary>Bytes of an array without its elements, on x64: object header, method table pointer, length.</summary>
    public const int ArrayOverhead = 24;

    /// <summary>An array of exactly <paramref name="bytes"/>, header included; a multiple of 8, 24 or more.</summary>
    public static PressureBlock[] Allocate(int bytes) => new PressureBlock[(bytes - ArrayOverhead) / sizeof(long)];
}

/// <summary>An object with a finalizer that owns a payload. The collection that finds it unreachable keeps both for the finalizer's thread: they die in gen1.</summary>
internal sealed class FinalizableBlock(PressureBlock[] payload)
{
    /// <summary>Its own bytes on x64: object header, method table pointer, one reference.</summary>
    public const int Bytes = 24;

    private static long finalized;

    ~FinalizableBlock()
    {
        // One thread runs all finalizers.
        GC.KeepAlive(Payload);
        Volatile.Write(ref finalized, finalized + 1);
    }

    /// <summary>How many were finalized since the process began.</summary>
    public static long Finalized => Volatile.Read(ref finalized);

    public PressureBlock[] Payload { get; } = payload;
}

/// <summary>
/// The runtime's thread for finalizers. When the pressurer makes finalizable objects, all its processor time counts as the pressurer's: the share of a workload's own
/// finalizers is not known.
/// </summary>
internal static class FinalizerThread
{
    private static volatile object? clock;

    /// <summary>Finds the thread. Collects once, so it must be called before warm-up.</summary>
    public static void Find()
    {
        LeaveProbe();
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    /// <summary>Waits until it has run every finalizer that the last collection found due.</summary>
    /// <returns>Its processor time since the process began; 0 where the system does not report it.</returns>
    public static Nanoseconds Drain()
    {
        GC.WaitForPendingFinalizers();
        return clock is int id ? ThreadCpuClock.Read(id) : default;
    }

    // A separate method, so that no register keeps the probe alive.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LeaveProbe() => GC.KeepAlive(new Probe());

    private sealed class Probe
    {
        ~Probe() => clock = ThreadCpuClock.OfThisThread();
    }
}
