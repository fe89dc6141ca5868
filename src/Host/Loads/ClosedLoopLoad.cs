using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// A number of workers on the thread pool, each awaiting its operation before the next, with a pause between if asked. With one worker the plain
/// awaiting loop: pooled boxes come back to the thread that rents them.
/// </summary>
internal sealed class ClosedLoopLoad : Load
{
    private readonly PoolFlows flows;
    private readonly bool thinks;
    private readonly FlowPlacement placement;

    /// <param name="operations">One for each worker.</param>
    /// <param name="thinkTime">Pause after each operation; null for none.</param>
    /// <param name="barrier">What it waits at.</param>
    /// <param name="failure">Told what an operation throws.</param>
    public ClosedLoopLoad(IReadOnlyList<Operation> operations, TimeSpan? thinkTime, SliceBarrier barrier, FailureSignal failure)
        : base(operations, barrier, failure)
    {
        thinks = thinkTime is not null;
        placement = new FlowPlacement(operations.Count);
        flows = new PoolFlows(operations, Latency, MakePace, failure);

        WorkerPace MakePace(int worker, bool crowded)
        {
            var think = thinkTime is { } length ? new ThinkTime(length, (double)worker / operations.Count, barrier) : null;
            return new WorkerPace(Slots[worker], barrier, crowded, think);
        }
    }

    public override bool RunsOnPool => true;

    private protected override PoolThreadPlacement? PoolThreads => thinks ? null : placement.Of(Suspensions);

    public override bool IsPaced => thinks;

    public override long? ResponseTimeSum => thinks ? Latency.Sum : null;

    public override long Suspensions => flows.Suspensions;

    public override long CountedOperations(long asked) => flows.WholeOf(asked);

    private protected override void RunUntilClosed(WorkOrder order) => flows.RunUntilClosed(order);

    private protected override void RunCounted(long operations, bool twin) => flows.RunCounted(operations, twin);
}
