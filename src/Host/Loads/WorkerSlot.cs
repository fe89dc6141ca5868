using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Plans;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>What one worker owns: its loops and, on separate cache lines, its counters. Written by one thread at a time, read by the control thread.</summary>
/// <param name="masks">Masks for cores from 64 on, of 64 each, that the machine has; 0 for none.</param>
internal sealed class WorkerSlot(Operation operation, LatencyCounts latency, int masks)
{
    // Longs on either side of the array, so that it shares no cache line with its neighbours in memory.
    private const int Padding = 16;

    private readonly long[] moreCores = masks == 0 ? [] : new long[Padding + masks + Padding];
    private Counters counters;
    private long operationsBefore;
    private InjectedSlowdown? injected;

    public BatchLoop Loop { get; } = BatchLoop.For(operation);

    /// <summary>The variant's loop that times each operation.</summary>
    public BatchLoop TimedLoop { get; } = BatchLoop.For(operation, new LatencyClock(latency));

    /// <summary>The loop of a no-op of the same shape, for the driver's own share.</summary>
    public BatchLoop Twin { get; } = BatchLoop.For(NoOpTwin.Of(operation));

    /// <summary>Operations finished since the process began; current to one batch.</summary>
    public long Operations => Volatile.Read(ref counters.Operations);

    /// <summary>Cores below 64 that were seen since <see cref="BeginSlice"/>, as a bit mask.</summary>
    public long Cores => Volatile.Read(ref counters.Cores);

    /// <summary>The same for each further 64 cores of the machine; empty where it has none.</summary>
    public ReadOnlySpan<long> MoreCores => moreCores.AsSpan(moreCores.Length == 0 ? 0 : Padding, masks);

    /// <summary>Operations of the variant that were not complete when they returned.</summary>
    public long Suspensions => Loop.Suspensions + TimedLoop.Suspensions;

    /// <summary>Makes <see cref="RunBatch"/> run more than it counts; before the first batch.</summary>
    public void Inject(InjectedSlowdown slowdown) => injected = slowdown;

    /// <summary>Runs a batch and counts it. Without timing, the store is the only write per batch.</summary>
    /// <remarks>Not inlined: shared generic loops were slower inlined in a load than in a separate method (decision 12).</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void RunBatch(long batch, bool timed)
    {
        (timed ? TimedLoop : Loop).Run(injected is null ? batch : batch + Extra(injected, batch));
        Count(batch);
    }

    /// <summary>Runs operations of a count slice: the variant's in the code that is timed, without what was injected.</summary>
    /// <remarks>The compiler may inline a loop into its caller. It may remove an allocation there and keep it in the loop by itself.</remarks>
    public void RunCounted(long operations, bool twin)
    {
        if (twin)
        {
            Twin.Run(operations);
            return;
        }

        var slowdown = injected;
        injected = null;
        RunBatch(operations, timed: false);
        injected = slowdown;
    }

    /// <summary>Counts finished operations.</summary>
    public void Count(long finished)
    {
        Volatile.Write(ref counters.Operations, counters.Operations + finished);
        See(Thread.GetCurrentProcessorId());
    }

    /// <summary>Notes that the worker is on a core.</summary>
    /// <param name="core">Its number; a number of the thread where the system does not report the core.</param>
    public void See(int core)
    {
        var mask = (core >> 6) - 1;
        if ((uint)mask < (uint)masks) moreCores[Padding + mask] |= 1L << core;
        else counters.Cores |= 1L << core;
    }

    // Operations run but not counted, exact over all batches: fractions are carried to the next batch.
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
        Array.Clear(moreCores);
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

/// <summary>Hands out numbers from 0 to a limit, each to one holder at a time: slots for workers that the runtime starts and ends. Thread-safe.</summary>
internal sealed class WorkerSlotPool(int count)
{
    private readonly int[] taken = new int[count];

    /// <summary>Takes the lowest free number. Waits for one when a worker begins before its predecessor has returned its slot.</summary>
    public int Take()
    {
        while (true)
        {
            for (var slot = 0; slot < taken.Length; slot++)
            {
                if (Interlocked.CompareExchange(ref taken[slot], 1, 0) == 0) return slot;
            }

            Thread.Yield();
        }
    }

    public void Give(int slot) => Volatile.Write(ref taken[slot], 0);
}

/// <summary>
/// Tells an awaiting worker how many operations to run next, and counts them: until the slice barrier closes, or up to a fixed number.
/// Used by one logical flow, which may move between threads at every await.
/// </summary>
/// <param name="barrier">What ends a timed slice.</param>
/// <param name="mustYield">Whether to yield after every batch: with more workers than cores, some would otherwise never begin.</param>
/// <param name="think">Pause after each operation; null for none.</param>
internal class WorkerPace(WorkerSlot slot, SliceBarrier barrier, bool mustYield, ThinkTime? think = null)
{
    private long batch;
    private long? left;
    private long running;

    /// <summary>Whether to yield after every batch.</summary>
    public bool MustYield { get; } = mustYield;

    /// <summary>Whether to yield before the first operation, so that a loop allocates its box whether or not its operations suspend.</summary>
    public bool YieldFirst => left is not null;

    /// <summary>Whether to pause before the next operation. Not while operations are counted: bytes do not depend on it.</summary>
    public bool MustThink => think is { IsOwed: true } && left is null && barrier.IsOpen;

    /// <summary>Waits for the pause, or for the slice barrier to close.</summary>
    public ValueTask ThinkAsync() => think?.PauseAsync() ?? default;

    /// <summary>Prepares for one slice.</summary>
    /// <param name="operations">Operations per batch; 1 where there is a pause after each.</param>
    /// <param name="count">Operations in all, or null to run until the slice barrier closes.</param>
    public void Begin(long operations, long? count) => (batch, left, running) = (think is null || count is not null ? operations : 1, count, 0);

    /// <summary>Counts the batch that has just ended and says how large the next one is; 0 ends the loop.</summary>
    public long NextBatch()
    {
        slot.Count(running);
        running = left is { } rest ? Math.Min(batch, rest) : Next(batch);
        left -= running;
        if (running > 0) think?.Owe();
        return running;
    }

    /// <summary>Operations of the next batch, at most <paramref name="most"/>; 0 ends the loop.</summary>
    protected virtual long Next(long most) => barrier.IsOpen ? most : 0;
}

/// <summary>The pace of a flow that is started from outside each time: one batch, whether or not the slice barrier is open.</summary>
internal sealed class SingleBatchPace(WorkerSlot slot, SliceBarrier barrier) : WorkerPace(slot, barrier, mustYield: false)
{
    private bool given;

    /// <summary>Prepares for one batch.</summary>
    public void BeginOne(long operations)
    {
        given = false;
        Begin(operations, null);
    }

    protected override long Next(long most)
    {
        if (given) return 0;
        given = true;
        return most;
    }
}
