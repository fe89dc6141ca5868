using AsyncLoad.Host.Measuring;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// A number of workers on the thread pool, each awaiting its operation before the next. With one worker the plain awaiting loop:
/// pooled boxes come back to the thread that rents them.
/// </summary>
internal sealed class ClosedLoopLoad : Load
{
    private readonly AwaitingLoop[] loops;
    private readonly AwaitingLoop[] twins;
    private readonly PoolFlow[] flows;
    private readonly CountdownEvent arrivals = new(0);

    public ClosedLoopLoad(IReadOnlyList<Operation> operations, Gate gate, FailureSignal failure)
        : base(operations, gate, failure)
    {
        loops = [.. operations.Select(AwaitingLoop.For)];
        twins = [.. operations.Select(operation => AwaitingLoop.For(NoOpTwin.Of(operation)))];
        var crowded = operations.Count > Environment.ProcessorCount;
        flows = new PoolFlow[operations.Count];
        for (var worker = 0; worker < flows.Length; worker++)
            flows[worker] = new PoolFlow(new WorkerPace(Slots[worker], gate, crowded), arrivals, failure);
    }

    public override bool RunsOnPool => true;

    public override long Suspensions => loops.Sum(loop => loop.Suspensions);

    public override long CountedOperations(long asked) => Workers * Math.Max(1, asked / Workers);

    private protected override void RunUntilClosed(long batch) => Run(loops, batch, null);

    private protected override void RunCounted(long operations, bool twin) =>
        Run(twin ? twins : loops, operations / Workers, operations / Workers);

    private void Run(AwaitingLoop[] operations, long batch, long? count)
    {
        arrivals.Reset(flows.Length);
        for (var worker = 0; worker < flows.Length; worker++) flows[worker].Start(operations[worker], batch, count);
        arrivals.Wait();
    }
}
