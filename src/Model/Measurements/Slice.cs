using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Measurements;

/// <summary>What one side did while its slice barrier was open: differences of counters read by the control thread at two edges, with the workers running at both.</summary>
/// <param name="Index">Number of the slice within its side, from 0; warm-up is not counted.</param>
/// <param name="Elapsed">Time between the two edges.</param>
/// <param name="Operations">Operations finished between the edges, all workers; exact to one batch per worker.</param>
/// <param name="Gc">Collections, pauses and allocation between the edges.</param>
/// <param name="Process">Processor time while the slice barrier was open, and thread-pool counts between the edges.</param>
/// <param name="Pressure">What the pressurer did between the edges; all zero when calm.</param>
/// <param name="Held">What the process used while it was held at the slice barrier before this slice.</param>
/// <param name="Cores">Bit mask of the cores that the workers were seen on, of those numbered 0 to 63.</param>
/// <param name="ResponseTime">
/// Sum of the latencies of the operations finished between the edges, from due to done; only for paced loads, where elapsed
/// time does not measure operations. Null for all others.
/// </param>
/// <param name="MoreCores">The same mask for each further 64 cores; null where no worker was seen there.</param>
public sealed record Slice(
    int Index,
    Nanoseconds Elapsed,
    long Operations,
    GcCounters Gc,
    ProcessCounters Process,
    PressureCounters Pressure,
    HeldUsage Held,
    long Cores,
    Nanoseconds? ResponseTime = null,
    IReadOnlyList<long>? MoreCores = null)
{
    /// <summary>Masks of 64 cores that <see cref="MoreCores"/> can have: 1,024 cores in all.</summary>
    public const int MostMoreCores = 15;
}

/// <summary>GC work between two edges.</summary>
/// <param name="Gen0">Collections of generation 0 only.</param>
/// <param name="Gen1">Collections of generation 1 (generation 0 included in each).</param>
/// <param name="Gen2">Full collections, background ones included.</param>
/// <param name="Pause">Sum of pauses, by <c>GC.GetTotalPauseDuration</c>.</param>
/// <param name="AllocatedBytes">Bytes allocated by the whole process; off by up to one allocation context (8 KB) per thread in timed slices, exact in traced ones.</param>
public sealed record GcCounters(int Gen0, int Gen1, int Gen2, Nanoseconds Pause, long AllocatedBytes)
{
    /// <summary>Collections of all generations.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public int Collections => Gen0 + Gen1 + Gen2;
}

/// <summary>What a process used between its last slice and this one, while the other side ran.</summary>
/// <param name="Elapsed">How long it was held.</param>
/// <param name="Cpu">Processor time it still used: late tier-up, background collection.</param>
public sealed record HeldUsage(Nanoseconds Elapsed, Nanoseconds Cpu);

/// <summary>
/// Processor and pool work of the whole process. Processor time spans the open slice barrier, first opening to last arrival. The kernel brings the
/// time of a running thread up to date only every few ms, so it is exact only while the workers stand still.
/// </summary>
/// <param name="UserCpu">Time in user mode while the slice barrier was open.</param>
/// <param name="SystemCpu">Time in the kernel while the slice barrier was open.</param>
/// <param name="CpuOperations">Operations finished while the slice barrier was open: what the processor time belongs to.</param>
/// <param name="WorkItems">Thread-pool items completed.</param>
/// <param name="LockContentions">Contended monitor entries.</param>
/// <param name="CompiledMethods">Methods compiled between the edges.</param>
/// <param name="DeviceCpu">The part of the processor time that a simulated device's own thread used; 0 without one.</param>
/// <param name="DriverCpu">The part that threads of the load used without running operations: the pacer, and the thread that measures hiccups.</param>
public sealed record ProcessCounters(
    Nanoseconds UserCpu,
    Nanoseconds SystemCpu,
    long CpuOperations,
    long WorkItems,
    long LockContentions,
    long CompiledMethods,
    Nanoseconds DeviceCpu,
    Nanoseconds DriverCpu = default);
