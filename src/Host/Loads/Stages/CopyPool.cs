using AsyncLoad.Host.Slices;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads.Stages;

/// <summary>
/// Copies that run one operation after another on the thread pool. The driving thread sets how many are wanted, which each copy checks
/// once per batch. A wanted copy starts at once; any other ends after its batch.
/// </summary>
internal sealed class CopyPool
{
    private readonly PoolFlow[] flows;
    private readonly AwaitingLoop[] loops;
    private readonly AwaitingLoop[] twins;
    private readonly CountdownEvent running = new(1);
    private volatile int wanted;
    private long left = long.MaxValue;
    private long batch = 1;

    /// <param name="operations">One for each copy.</param>
    /// <param name="makeLoop">Makes the loop of a copy, by its number.</param>
    /// <param name="barrier">What ends them all.</param>
    public CopyPool(IReadOnlyList<Operation> operations, WorkerSlot[] slots, Func<int, AwaitingLoop> makeLoop, SliceBarrier barrier, FailureSignal failure)
    {
        var crowded = operations.Count > Environment.ProcessorCount;
        loops = [.. operations.Select((_, copy) => makeLoop(copy))];
        twins = [.. operations.Select(operation => AwaitingLoop.For(NoOpTwin.Of(operation)))];
        flows = [.. operations.Select((_, copy) => new PoolFlow(new CopyPace(this, copy, (slots[copy], barrier, crowded)), running, failure))];
    }

    /// <summary>Operations that were not complete when they returned.</summary>
    public long Suspensions => loops.Sum(loop => loop.Suspensions);

    /// <summary>Whether all operations of a stage that counts them have been taken.</summary>
    public bool IsDone => Volatile.Read(ref left) <= 0;

    /// <summary>Prepares for a stage.</summary>
    /// <param name="operations">Operations between two checks.</param>
    /// <param name="most">Operations of all copies together; null for any number.</param>
    public void Begin(long operations, long? most)
    {
        batch = Math.Max(1, operations);
        Volatile.Write(ref left, most ?? long.MaxValue);
    }

    /// <summary>How many operations are left of those that <see cref="Begin"/> allowed.</summary>
    public long Left => Math.Max(0, Volatile.Read(ref left));

    /// <summary>Sets how many copies run from now on. Called repeatedly, since a copy that is just ending cannot be restarted yet.</summary>
    public void Want(int copies)
    {
        wanted = copies;
        for (var copy = 0; copy < copies; copy++) Start(copy, loops[copy], null);
    }

    /// <summary>Ends all copies and waits for them.</summary>
    public void Join()
    {
        wanted = 0;
        running.Signal();
        running.Wait();
        running.Reset(1);
    }

    /// <summary>Runs a fixed number of operations on all copies and joins them.</summary>
    public void RunCounted(long operations, bool twin)
    {
        for (var copy = 0; copy < flows.Length; copy++) Start(copy, (twin ? twins : loops)[copy], operations / flows.Length);
        Join();
    }

    private void Start(int copy, AwaitingLoop loop, long? count)
    {
        if (flows[copy].IsRunning) return;
        running.AddCount();
        flows[copy].Start(loop, count ?? batch, count);
    }

    /// <summary>Takes operations from what is left of the stage, where there is a limit.</summary>
    private long Take(long most)
    {
        if (Volatile.Read(ref left) == long.MaxValue) return most;
        var before = Interlocked.Add(ref left, -most) + most;
        return Math.Clamp(before, 0, most);
    }

    private sealed class CopyPace(CopyPool pool, int copy, (WorkerSlot Slot, SliceBarrier SliceBarrier, bool Crowded) worker)
        : WorkerPace(worker.Slot, worker.SliceBarrier, worker.Crowded)
    {
        protected override long Next(long most) => worker.SliceBarrier.IsOpen && copy < pool.wanted ? pool.Take(most) : 0;
    }
}
