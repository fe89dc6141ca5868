using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// One <c>Parallel.For</c> a slice, each iteration a batch, consuming synchronously. One call a slice, because a call alone allocates about 2 KB.
/// Workers are the caller and pool threads; each takes a free slot when it joins and gives it back when it leaves, and is pinned to a core of
/// its own in between where there is one for each.
/// </summary>
internal sealed class ParallelForLoad : Load
{
    private readonly ParallelOptions options;
    private readonly WorkerSlotPool desk;
    private readonly bool pins;
    private readonly Func<long, ParallelLoopState, int, int> runBatch;
    private readonly Func<long, ParallelLoopState, int, int> runCounted;
    private readonly Func<int> join;
    private readonly Action<int> leave;
    private readonly Chunking chunking;
    private long batch;
    private bool timed;
    private long chunk;
    private bool twin;

    /// <param name="operations">One for each worker.</param>
    /// <param name="chunk">Operations an iteration; null to leave it to the order.</param>
    /// <param name="barrier">What it waits at.</param>
    /// <param name="failure">Told what an operation throws.</param>
    public ParallelForLoad(IReadOnlyCollection<Operation> operations, int? chunk, SliceBarrier barrier, FailureSignal failure)
        : base(operations, barrier, failure)
    {
        chunking = new Chunking(operations.Count, chunk);
        options = new ParallelOptions { MaxDegreeOfParallelism = operations.Count };
        desk = new WorkerSlotPool(operations.Count);
        pins = operations.Count <= ThreadAffinity.AllowedCores.Count;
        runBatch = RunBatch;
        runCounted = RunChunk;
        join = TakeSlot;
        leave = GiveSlotBack;
    }

    public override bool RunsOnPool => true;

    public override long CountedOperations(long asked) => chunking.WholeOf(asked);

    private protected override void RunUntilClosed(WorkOrder order)
    {
        (batch, timed) = (chunking.TimedSize(order.Batch), order.Timed);
        Parallel.For(0L, long.MaxValue, options, join, runBatch, leave);
    }

    private protected override void RunCounted(long operations, bool twin)
    {
        this.twin = twin;
        chunk = chunking.SizeOf(operations);
        Parallel.For(0L, operations / chunk, options, join, runCounted, leave);
    }

    private int RunBatch(long iteration, ParallelLoopState state, int slot)
    {
        if (SliceBarrier.IsOpen) Slots[slot].RunBatch(batch, timed);
        else state.Stop();
        return slot;
    }

    private int RunChunk(long iteration, ParallelLoopState state, int slot)
    {
        (twin ? Slots[slot].Twin : Slots[slot].Loop).Run(chunk);
        return slot;
    }

    private int TakeSlot()
    {
        var slot = desk.Take();
        // A pool thread that has just been woken may stand behind the caller on one core for a whole slice while the other idles.
        if (pins) ThreadAffinity.TryPin(slot);
        return slot;
    }

    private void GiveSlotBack(int slot)
    {
        ThreadCpuClock.Read();
        if (pins) ThreadAffinity.Unpin();
        desk.Give(slot);
    }
}
