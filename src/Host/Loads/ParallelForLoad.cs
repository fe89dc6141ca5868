using AsyncLoad.Host.Measuring;
using AsyncLoad.Host.Platform;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// One <c>Parallel.For</c> a slice, each iteration a batch, consuming synchronously. One call a slice, because a call alone allocates about 2 KB.
/// Workers are the caller and pool threads; each takes a free slot when it joins and gives it back when it leaves, and is pinned to a core of
/// its own in between where there is one for each.
/// </summary>
internal sealed class ParallelForLoad : Load
{
    // Enough chunks that the last one to finish does not leave the other workers idle.
    private const int CountedChunksPerWorker = 8;

    private readonly ParallelOptions options;
    private readonly int[] taken;
    private readonly bool pins;
    private readonly Func<long, ParallelLoopState, int, int> runBatch;
    private readonly Func<long, ParallelLoopState, int, int> runCounted;
    private readonly Func<int> join;
    private readonly Action<int> leave;
    private long batch;
    private long chunk;
    private bool twin;

    public ParallelForLoad(IReadOnlyCollection<Operation> operations, Gate gate, FailureSignal failure)
        : base(operations, gate, failure)
    {
        options = new ParallelOptions { MaxDegreeOfParallelism = operations.Count };
        taken = new int[operations.Count];
        pins = operations.Count <= ThreadAffinity.AllowedCores.Count;
        runBatch = RunBatch;
        runCounted = RunChunk;
        join = TakeSlot;
        leave = GiveSlotBack;
    }

    public override bool RunsOnPool => true;

    public override long CountedOperations(long asked) => Chunks * Math.Max(1, asked / Chunks);

    private long Chunks => (long)Workers * CountedChunksPerWorker;

    private protected override void RunUntilClosed(long batch)
    {
        this.batch = batch;
        Parallel.For(0L, long.MaxValue, options, join, runBatch, leave);
    }

    private protected override void RunCounted(long operations, bool twin)
    {
        this.twin = twin;
        chunk = operations / Chunks;
        Parallel.For(0L, Chunks, options, join, runCounted, leave);
    }

    private int RunBatch(long iteration, ParallelLoopState state, int slot)
    {
        if (Gate.IsOpen) Slots[slot].RunBatch(batch);
        else state.Stop();
        return slot;
    }

    private int RunChunk(long iteration, ParallelLoopState state, int slot)
    {
        (twin ? Slots[slot].Twin : Slots[slot].Loop).Run(chunk);
        return slot;
    }

    // A pool thread that has just been woken may stand behind the caller on one core for a whole slice while the other idles.
    private int Pinned(int slot)
    {
        if (pins) ThreadAffinity.TryPin(slot);
        return slot;
    }

    private void GiveSlotBack(int slot)
    {
        ThreadCpuClock.Read();
        if (pins) ThreadAffinity.Unpin();
        Volatile.Write(ref taken[slot], 0);
    }

    private int TakeSlot()
    {
        while (true)
        {
            for (var slot = 0; slot < taken.Length; slot++)
            {
                if (Interlocked.CompareExchange(ref taken[slot], 1, 0) == 0) return Pinned(slot);
            }

            // A worker that leaves gives its slot back after its replacement may have begun.
            Thread.Yield();
        }
    }
}
