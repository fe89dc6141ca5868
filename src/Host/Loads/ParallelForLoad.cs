using System.Runtime.CompilerServices;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// One <c>Parallel.For</c> per slice, each iteration a batch, consuming synchronously. There is one call per slice, because a call allocates about 2 KB.
/// Workers are the caller and pool threads. Each takes a free slot when it joins and returns it when it leaves. Meanwhile it is pinned to
/// its own core when there is one for each.
/// </summary>
internal sealed class ParallelForLoad : Load
{
    private readonly ParallelOptions options;
    private readonly WorkerSlotPool pool;
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
    /// <param name="chunk">Operations per iteration; null to leave it to the order.</param>
    public ParallelForLoad(IReadOnlyCollection<Operation> operations, int? chunk, SliceBarrier barrier, FailureSignal failure)
        : base(operations, barrier, failure)
    {
        chunking = new Chunking(operations.Count, chunk);
        options = new ParallelOptions { MaxDegreeOfParallelism = operations.Count };
        pool = new WorkerSlotPool(operations.Count);
        pins = operations.Count <= ThreadAffinity.AllowedCores.Count;
        runBatch = RunBatch;
        runCounted = RunChunk;
        join = TakeSlot;
        leave = GiveSlotBack;
    }

    public override bool RunsOnPool => true;

    public override long CountedOperations(long asked) => chunking.WholeOf(asked);

    private protected override void OnStarting()
    {
        if (pins) ThreadAffinity.KeepOffSiblings(Workers);
    }

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
        Slots[slot].RunCounted(chunk, twin);
        return slot;
    }

    private int TakeSlot()
    {
        var slot = pool.Take();
        // A woken pool thread may share the caller's core for a whole slice while another core idles.
        if (pins) ThreadAffinity.TryPin(slot);
        return slot;
    }

    private void GiveSlotBack(int slot)
    {
        ThreadCpuClock.Read();
        if (pins) ThreadAffinity.Unpin();
        pool.Give(slot);
    }
}

/// <summary>
/// One <c>Parallel.ForAsync</c> per slice, each iteration a chunk of operations, awaited one after another. Iterations move between pool threads at
/// every suspension; each holds a free slot while it runs.
/// </summary>
internal sealed class ParallelForAsyncLoad : Load
{
    private readonly Chunking chunking;
    private readonly WorkerSlotPool pool;
    private readonly FlowPlacement placement;
    private readonly Flow[] flows;
    private readonly Func<long, CancellationToken, ValueTask> runChunk;
    private readonly PendingWait pending = new();
    private WorkOrder order = WorkOrder.Counted(0, twin: false);
    private CancellationTokenSource stop = new();
    private long chunk;

    /// <param name="operations">One for each iteration that runs at once.</param>
    /// <param name="chunk">Operations per iteration; null to leave it to the order.</param>
    public ParallelForAsyncLoad(IReadOnlyCollection<Operation> operations, int? chunk, SliceBarrier barrier, FailureSignal failure)
        : base(operations, barrier, failure)
    {
        chunking = new Chunking(operations.Count, chunk);
        pool = new WorkerSlotPool(operations.Count);
        placement = new FlowPlacement(operations.Count);
        flows = [.. operations.Select((operation, worker) => new Flow(
            AwaitingLoop.For(operation),
            AwaitingLoop.For(operation, new LatencyClock(Latency.Of(worker))),
            AwaitingLoop.For(NoOpTwin.Of(operation)),
            new SingleBatchPace(Slots[worker], barrier)))];
        runChunk = RunChunkAsync;
    }

    public override bool RunsOnPool => true;

    private protected override PoolThreadPlacement PoolThreads => placement.Of(Suspensions);

    public override long Suspensions => flows.Sum(flow => flow.Loop.Suspensions + flow.TimedLoop.Suspensions);

    public override long CountedOperations(long asked) => chunking.WholeOf(asked);

    private protected override void RunUntilClosed(WorkOrder order) => Run(order, chunking.TimedSize(order.Batch), long.MaxValue);

    private protected override void RunCounted(long operations, bool twin) =>
        Run(WorkOrder.Counted(operations, twin), chunking.SizeOf(operations), operations / chunking.SizeOf(operations));

    private void Run(WorkOrder work, long size, long iterations)
    {
        (order, chunk) = (work, size);
        if (!stop.TryReset()) stop = new CancellationTokenSource();
        var options = new ParallelOptions { MaxDegreeOfParallelism = Workers, CancellationToken = stop.Token };
        var running = Parallel.ForAsync(0L, iterations, options, runChunk);
        var awaiter = running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing).GetAwaiter();
        if (!awaiter.IsCompleted) pending.Wait(awaiter);
        // A slice ends by cancellation. Only an operation that threw is an error.
        if (running.Exception?.InnerException is { } exception) throw exception;
    }

    private ValueTask RunChunkAsync(long iteration, CancellationToken end)
    {
        if (order.Count is null && !SliceBarrier.IsOpen)
        {
            ThreadCpuClock.Read();
            stop.Cancel();
            return default;
        }

        var slot = pool.Take();
        var flow = flows[slot];
        if (order.Count is null) flow.Pace.BeginOne(chunk);
        else flow.Pace.Begin(chunk, chunk);
        var running = (order.Twin ? flow.Twin : order.Timed ? flow.TimedLoop : flow.Loop).RunAsync(flow.Pace);
        if (!running.IsCompletedSuccessfully) return FinishAsync(running, slot);
        pool.Give(slot);
        return default;
    }

    // Its box is pooled, so that it adds almost nothing to the cost per operation.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask FinishAsync(Task running, int slot)
    {
        try
        {
            await running.ConfigureAwait(false);
        }
        finally
        {
            pool.Give(slot);
        }
    }

    private sealed record Flow(AwaitingLoop Loop, AwaitingLoop TimedLoop, AwaitingLoop Twin, SingleBatchPace Pace);
}

/// <summary>How operations are cut into iterations of a parallel loop.</summary>
/// <param name="Asked">Operations per iteration; null to leave it to what is to be done.</param>
internal readonly record struct Chunking(int Workers, int? Asked)
{
    // Enough chunks that the last one to finish does not leave the other workers idle.
    private const int ChunksPerWorker = 8;

    /// <summary>Operations per iteration while the slice barrier is open.</summary>
    public long TimedSize(long batch) => Asked ?? batch;

    /// <summary>Operations per iteration where so many are counted.</summary>
    public long SizeOf(long operations) => Asked ?? Math.Max(1, operations / ChunksOf(operations));

    /// <summary>About as many operations, in whole iterations, at least one for each worker.</summary>
    public long WholeOf(long operations) => ChunksOf(operations) * SizeOf(operations);

    private long ChunksOf(long operations) => Asked is { } given ? Math.Max(Workers, operations / given) : Math.Clamp(operations, Workers, (long)Workers * ChunksPerWorker);
}
