using System.Text.Json.Serialization;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Measurements;

/// <summary>Everything that one side of a pair delivered.</summary>
/// <param name="Settings">The settings that the process found in force.</param>
/// <param name="Workers">Workers that ran operations.</param>
/// <param name="WarmUp">How it was warmed up.</param>
/// <param name="Slices">Measured slices in order.</param>
/// <param name="Counts">Count slices, for exact bytes per operation: three, one where it agrees with an earlier pair, or none when they could not be taken. Where a call takes long, one in each of the first three pairs.</param>
/// <param name="LiveSetBytes">Size of the pressurer's live set as it was built, by exact allocation count; 0 when calm.</param>
/// <param name="Device">Latencies that the simulated device was asked for and delivered in the measured slices; null without one, or when it was never used.</param>
/// <param name="Latency">How long single operations took in the measured slices; null where they were timed in batches.</param>
/// <param name="Memory">Memory of the process; null, and then not in JSON, in traced runs and in journals of older versions.</param>
public sealed record SideMeasurement(
    EffectiveSettings Settings,
    int Workers,
    WarmUp WarmUp,
    IReadOnlyList<Slice> Slices,
    IReadOnlyList<CountSlice> Counts,
    long LiveSetBytes,
    DeviceReport? Device,
    LatencyReport? Latency = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] MemoryUse? Memory = null);

/// <summary>How a side was warmed up, and whether the evidence sufficed.</summary>
/// <param name="Own">Time in its own warm-up slices.</param>
/// <param name="Slices">Number of those.</param>
/// <param name="Steady">Whether compilation stood still while a core was free and the rate did not drift, before the cap.</param>
/// <param name="CompiledMethods">Methods compiled by the end.</param>
/// <param name="Drift">Relative change of the slice rate between the last two windows of the evidence; null when there were too few slices.</param>
/// <param name="HeldCores">Cores used while held, over the last window of the evidence; null when never held.</param>
public sealed record WarmUp(Nanoseconds Own, int Slices, bool Steady, long CompiledMethods, double? Drift, double? HeldCores)
{
    /// <summary>Operations of the first slice, before their code was optimised; null, and then not in JSON, where it held no whole calls.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? FirstOperations { get; init; }

    /// <summary>Bytes that they allocated.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? FirstBytes { get; init; }
}

/// <summary>A fixed number of operations with the workers joined at both edges and precise allocation counts: the source of bytes per operation.</summary>
/// <param name="Operations">Operations run, all workers.</param>
/// <param name="Bytes">Bytes allocated by the process meanwhile.</param>
/// <param name="DriverBytes">Bytes of the same slice with a no-op of the same shape: the driver's own share.</param>
/// <param name="Suspensions">Operations that were not complete when they returned.</param>
public sealed record CountSlice(long Operations, long Bytes, long DriverBytes, long Suspensions)
{
    /// <summary>Collections of generation 2 while the variant ran. At each, the runtime itself allocates. 0 where a run was stored without them.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int FullCollections { get; init; }

    /// <summary>Bytes per operation, without the driver's share.</summary>
    [JsonIgnore]
    public double BytesPerOperation => (Bytes - DriverBytes) / (double)Operations;
}

/// <summary>Memory of the measured process of one side of a pair.</summary>
/// <param name="Peak">Its largest working set from the first slice after the warm-up to the last, in bytes; null where the system does not report it.</param>
/// <param name="IsSampled">Whether the working set was only sampled between slices, so that a peak inside a slice may be missed.</param>
/// <param name="Heap">Its managed heap; null where the process did not report it.</param>
public sealed record MemoryUse(long? Peak, bool IsSampled, HeapUse? Heap)
{
    /// <summary>Bytes that objects took when all operations had ended; null where the process did not report it.</summary>
    [JsonIgnore]
    public long? Retained => Heap?.After;
}

/// <summary>Bytes that the objects of a managed heap take after a full collection: what is still referenced.</summary>
/// <param name="Before">Before the first slice, with the workload and the pressure set up.</param>
/// <param name="After">After the last operation, before anything is torn down.</param>
/// <param name="Operations">Operations between the two, warm-up and count slices included.</param>
public sealed record HeapUse(long Before, long After, long Operations)
{
    /// <summary>What it grew by.</summary>
    [JsonIgnore]
    public long Growth => After - Before;
}

/// <summary>Latency asked of a simulated device against latency delivered, over the measured slices.</summary>
/// <param name="Accesses">Accesses completed.</param>
/// <param name="AskedP50">Median of what was drawn, waiting for a server included.</param>
/// <param name="AskedP99">99th percentile of the same.</param>
/// <param name="DeliveredP50">Median time until the device handed an access to its completion thread.</param>
/// <param name="DeliveredP99">99th percentile of the same.</param>
public sealed record DeviceReport(
    long Accesses,
    Nanoseconds AskedP50,
    Nanoseconds AskedP99,
    Nanoseconds DeliveredP50,
    Nanoseconds DeliveredP99)
{
    /// <summary>A median may be off by a tenth of what was asked, or by <see cref="AllowedNanoseconds"/>, whichever is more.</summary>
    public const double AllowedShare = 0.1;

    /// <summary>20 µs: the accuracy of a device with a core to itself, at any latency.</summary>
    public const long AllowedNanoseconds = 20_000;

    /// <summary>How far the delivered median is from the one asked, in ns.</summary>
    [JsonIgnore]
    public long MedianDistance => Math.Abs(DeliveredP50.Value - AskedP50.Value);

    /// <summary>Whether the delivered median is off by at most max(10 %, 20 µs).</summary>
    [JsonIgnore]
    public bool IsMedianKept => MedianDistance <= Math.Max(AllowedShare * AskedP50.Value, AllowedNanoseconds);
}

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
