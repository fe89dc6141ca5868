using AsyncLoad.Model.Units;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>What the pressurer of one side did in the measured slices, by its own exact count.</summary>
/// <param name="LiveSetBytes">Size of the live set as built, mean over pairs; 0 without one.</param>
/// <param name="AskedWritesPerMs">Old-to-young writes per millisecond, as asked for.</param>
/// <param name="WritesPerMs">As delivered.</param>
/// <param name="AllocatedBytes">Bytes it allocated between the edges, for writes and by the pace of <paramref name="Allocation"/>.</param>
/// <param name="Cpu">Processor time it took while the slice barrier was open, its finalizers included.</param>
/// <param name="WorkloadCpu">Processor time of the rest of the process meanwhile: workload and driver, collections that they triggered, and all that threads of the GC ran.</param>
/// <param name="Collections">Its part of all collections, by its share of allocated bytes.</param>
/// <param name="Allocation">Its paced allocation; null where none was asked for.</param>
public sealed record PressureLedger(
    double LiveSetBytes,
    double AskedWritesPerMs,
    double WritesPerMs,
    long AllocatedBytes,
    Nanoseconds Cpu,
    Nanoseconds WorkloadCpu,
    double Collections,
    AllocationLedger? Allocation);

/// <summary>Paced allocation in the measured slices. Shares are 0 to 1.</summary>
/// <param name="AskedPerSecond">Bytes per second of open slice barrier as asked.</param>
/// <param name="PerSecond">As delivered.</param>
/// <param name="SurvivedShare">Share of these bytes in objects that lived until a collection found them.</param>
/// <param name="LargeShare">Share of these bytes in large objects.</param>
/// <param name="PinnedShare">Share of the small objects that were pinned while they lived.</param>
/// <param name="FinalizableShare">Share of the small objects that had a finalizer.</param>
/// <param name="BytesPerPair">Bytes allocated while the slice barrier was open in one pair, mean.</param>
public sealed record AllocationLedger(
    double AskedPerSecond,
    double PerSecond,
    double SurvivedShare,
    double LargeShare,
    double PinnedShare,
    double FinalizableShare,
    double BytesPerPair);
