using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using AsyncLoad.Host.Latency;
using AsyncLoad.Model.Plans;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>What one worker owns: its loops and, on cache lines of their own, its counters. Written by one thread at a time, read by the control thread.</summary>
internal sealed class WorkerSlot(Operation operation, LatencyCounts latency)
{
    private Counters counters;
    private long operationsBefore;
    private InjectedSlowdown? injected;

    /// <summary>The variant's loop.</summary>
    public BatchLoop Loop { get; } = BatchLoop.For(operation);

    /// <summary>The variant's loop that times each operation.</summary>
    public BatchLoop TimedLoop { get; } = BatchLoop.For(operation, new LatencyClock(latency));

    /// <summary>The loop of a no-op of the same shape, for the driver's own share.</summary>
    public BatchLoop Twin { get; } = BatchLoop.For(NoOpTwin.Of(operation));

    /// <summary>Operations finished since the process began; current to one batch.</summary>
    public long Operations => Volatile.Read(ref counters.Operations);

    /// <summary>Cores seen since <see cref="BeginSlice"/>.</summary>
    public long Cores => Volatile.Read(ref counters.Cores);

    /// <summary>Operations of the variant that were not complete when they returned.</summary>
    public long Suspensions => Loop.Suspensions + TimedLoop.Suspensions;

    /// <summary>Makes <see cref="RunBatch"/> run more than it counts; before the first batch.</summary>
    public void Plant(InjectedSlowdown slowdown) => injected = slowdown;

    /// <summary>Runs a batch and counts it; untimed, the store is the only write a batch.</summary>
    /// <remarks>Never folded into its caller: shared generic loops came out slower inside of a load than in a method of their own (decision 12).</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void RunBatch(long batch, bool timed)
    {
        (timed ? TimedLoop : Loop).Run(injected is null ? batch : batch + Extra(injected, batch));
        Count(batch);
    }

    /// <summary>Counts finished operations.</summary>
    public void Count(long finished)
    {
        Volatile.Write(ref counters.Operations, counters.Operations + finished);
        counters.Cores |= 1L << (Thread.GetCurrentProcessorId() & 63);
    }

    // Operations run and not counted, exact over all batches: what does not make a whole one is carried.
    private long Extra(InjectedSlowdown slowdown, long batch)
    {
        var (extra, carried) = Math.DivRem((batch * (slowdown.Run - slowdown.Counted)) + counters.Carried, slowdown.Counted);
        counters.Carried = carried;
        return extra;
    }

    /// <summary>Whether a batch was finished since <see cref="BeginSlice"/>.</summary>
    public bool HasBegun => Operations != operationsBefore;

    public void BeginSlice()
    {
        operationsBefore = Operations;
        Volatile.Write(ref counters.Cores, 0);
    }

    [StructLayout(LayoutKind.Explicit, Size = 256)]
    private struct Counters
    {
        [FieldOffset(128)]
        public long Operations;

        [FieldOffset(136)]
        public long Cores;

        [FieldOffset(144)]
        public long Carried;
    }
}
