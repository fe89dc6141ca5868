using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>Starts a number of operations, awaits them all, and repeats, in one flow on the thread pool: the worst case for bounded pools.</summary>
internal sealed class WaveLoad : Load
{
    private readonly int size;
    private readonly AwaitingLoop loop;
    private readonly AwaitingLoop timedLoop;
    private readonly AwaitingLoop twin;
    private readonly PoolFlow flow;
    private readonly CountdownEvent arrivals = new(0);
    private readonly FlowPlacement placement = new(flows: 1);

    /// <param name="operations">One for each place in the wave: places overlap, so none may share an operation.</param>
    /// <param name="barrier">What it waits at.</param>
    /// <param name="failure">Told what an operation throws.</param>
    public WaveLoad(IReadOnlyList<Operation> operations, SliceBarrier barrier, FailureSignal failure)
        : base([operations[0]], barrier, failure)
    {
        size = operations.Count;
        loop = WaveLoop.For(operations);
        timedLoop = WaveLoop.For(operations, new LatencyClock(Latency.Of(0), operations.Count));
        twin = WaveLoop.For([.. operations.Select(NoOpTwin.Of)]);
        flow = new PoolFlow(new WorkerPace(Slots[0], barrier, mustYield: false), arrivals, failure);
    }

    public override bool RunsOnPool => true;

    private protected override PoolThreadPlacement PoolThreads => placement.Of(Suspensions);

    public override long Suspensions => loop.Suspensions + timedLoop.Suspensions;

    public override long CountedOperations(long asked) => WholeWaves(asked);

    private protected override void RunUntilClosed(WorkOrder order) =>
        Run(order.Timed ? timedLoop : loop, WholeWaves(order.Batch), null);

    private protected override void RunCounted(long operations, bool twin) => Run(twin ? this.twin : loop, operations, operations);

    private long WholeWaves(long operations) => size * Math.Max(1, operations / size);

    private void Run(AwaitingLoop operations, long batch, long? count)
    {
        arrivals.Reset(1);
        flow.Start(operations, batch, count);
        arrivals.Wait();
    }
}
