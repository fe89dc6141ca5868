using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Measurements;

/// <summary>What the pressurer did, by its own exact count.</summary>
/// <param name="AskedWrites">Old-to-young writes due by the pace while the slice barrier was open.</param>
/// <param name="Writes">Old-to-young writes done while the slice barrier was open. A late wake-up catches up before the barrier closes, but not always before the second edge.</param>
/// <param name="AllocatedBytes">Bytes that it allocated between the edges, for writes and by the pace of <paramref name="Allocation"/>.</param>
/// <param name="Cpu">Processor time of its threads while the slice barrier was open, finalizers of its objects included.</param>
/// <param name="Open">How long the slice barrier was open.</param>
/// <param name="Allocation">Its paced allocation; null where none is asked for.</param>
public sealed record PressureCounters(
    double AskedWrites,
    long Writes,
    long AllocatedBytes,
    Nanoseconds Cpu,
    Nanoseconds Open,
    AllocationCounters? Allocation = null)
{
    /// <summary>The counters of a calm cell.</summary>
    public static PressureCounters None { get; } = new(0, 0, 0, default, default);
}

/// <summary>Background allocation at a pace while the slice barrier was open, by the pressurer's own exact count, object headers included.</summary>
/// <param name="AskedBytes">Bytes due by the pace.</param>
/// <param name="Bytes">Bytes allocated.</param>
/// <param name="LargeBytes">Of these, in objects on the large object heap.</param>
/// <param name="SurvivedBytes">Of these, in objects kept until a collection found them, less those that had to go before.</param>
/// <param name="SmallObjects">Objects below the large object heap's 85,000 B.</param>
/// <param name="PinnedObjects">Of these, pinned while they lived.</param>
/// <param name="FinalizableObjects">Of these, with a finalizer.</param>
public sealed record AllocationCounters(
    double AskedBytes,
    long Bytes,
    long LargeBytes,
    long SurvivedBytes,
    long SmallObjects,
    long PinnedObjects,
    long FinalizableObjects);
