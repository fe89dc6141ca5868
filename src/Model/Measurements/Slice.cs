using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Measurements;

/// <summary>
/// What one side did while its slice barrier was open: differences of counters read by the control thread at two edges, with the workers running at both.
/// </summary>
/// <param name="Index">Number of the slice within its side, from 0; warm-up is not counted.</param>
/// <param name="Elapsed">Time between the two edges.</param>
/// <param name="Operations">Operations finished between the edges, all workers; exact to one batch a worker.</param>
/// <param name="Gc">Collections, pauses and allocation between the edges.</param>
/// <param name="Process">Processor time of the open gate, and thread-pool counts between the edges.</param>
/// <param name="Pressure">What the pressurer did between the edges; all zero when calm.</param>
/// <param name="Held">What the process used while it was held at its gate before this slice.</param>
/// <param name="Cores">Bit mask of the cores that the workers were seen on at the edges.</param>
/// <param name="ResponseTime">
/// Sum of the latencies of the operations finished between the edges, from due to done; only for loads whose pace is not set by operations, where elapsed
/// time says nothing of them. Null for all others.
/// </param>
public sealed record Slice(
    int Index,
    Nanoseconds Elapsed,
    long Operations,
    GcCounters Gc,
    ProcessCounters Process,
    PressureCounters Pressure,
    HeldUsage Held,
    long Cores,
    Nanoseconds? ResponseTime = null);

/// <summary>GC work between two edges.</summary>
/// <param name="Gen0">Collections of generation 0 only.</param>
/// <param name="Gen1">Collections of generation 1 (generation 0 included in each).</param>
/// <param name="Gen2">Full collections, background ones included.</param>
/// <param name="Pause">Sum of pauses, by <c>GC.GetTotalPauseDuration</c>.</param>
/// <param name="AllocatedBytes">Bytes allocated by the whole process; off by up to one allocation context (8 KB) a thread in timed slices, exact in traced ones.</param>
public sealed record GcCounters(int Gen0, int Gen1, int Gen2, Nanoseconds Pause, long AllocatedBytes)
{
    /// <summary>All collections, whatever their generation.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public int Collections => Gen0 + Gen1 + Gen2;
}

/// <summary>
/// Processor and pool work of the whole process. Processor time spans the open gate, first opening to last arrival, because the kernel
/// brings the time of a running thread up to date only every few ms: it is exact only while the workers stand still.
/// </summary>
/// <param name="UserCpu">Time in user mode while the slice barrier was open.</param>
/// <param name="SystemCpu">Time in the kernel while the slice barrier was open.</param>
/// <param name="CpuOperations">Operations finished while the slice barrier was open: what the processor time belongs to.</param>
/// <param name="WorkItems">Thread-pool items completed.</param>
/// <param name="LockContentions">Contended monitor entries.</param>
/// <param name="CompiledMethods">Methods compiled between the edges.</param>
/// <param name="DeviceCpu">The part of the processor time that a simulated device's own thread used; 0 without one.</param>
/// <param name="DriverCpu">The part that threads of the load itself used besides running operations: a pacer, the watch for hiccups.</param>
public sealed record ProcessCounters(
    Nanoseconds UserCpu,
    Nanoseconds SystemCpu,
    long CpuOperations,
    long WorkItems,
    long LockContentions,
    long CompiledMethods,
    Nanoseconds DeviceCpu,
    Nanoseconds DriverCpu = default);

/// <summary>What the pressurer did, by its own exact count.</summary>
/// <param name="AskedWrites">Old-to-young writes due by the pace while the slice barrier was open.</param>
/// <param name="Writes">Old-to-young writes done while the slice barrier was open: a late wake-up makes good within the gate, not within the edges.</param>
/// <param name="AllocatedBytes">Bytes that it allocated between the edges, for writes and by the pace of <paramref name="Allocation"/>.</param>
/// <param name="Cpu">Processor time of its threads while the slice barrier was open, that of the finalizers of its objects included.</param>
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

/// <summary>What a process used between its last slice and this one, while the other side ran.</summary>
/// <param name="Elapsed">How long it was held.</param>
/// <param name="Cpu">Processor time it used all the same: late tier-up, background collection.</param>
public sealed record HeldUsage(Nanoseconds Elapsed, Nanoseconds Cpu);
