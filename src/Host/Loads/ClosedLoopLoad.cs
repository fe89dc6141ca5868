using AsyncLoad.Host.Measuring;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// A number of workers on the thread pool, each awaiting its operation before the next, with a pause between if asked. With one worker the plain
/// awaiting loop: pooled boxes come back to the thread that rents them.
/// </summary>
internal sealed class ClosedLoopLoad : Load
{
    private readonly AwaitingLoop[] loops;
    private readonly AwaitingLoop[] timedLoops;
    private readonly AwaitingLoop[] twins;
    private readonly PoolFlow[] flows;
    private readonly CountdownEvent arrivals = new(0);
    private readonly bool thinks;

    /// <param name="operations">One for each worker.</param>
    /// <param name="thinkTime">Pause after each operation; null for none.</param>
    /// <param name="gate">What it waits at.</param>
    /// <param name="failure">Told what an operation throws.</param>
    public ClosedLoopLoad(IReadOnlyList<Operation> operations, TimeSpan? thinkTime, Gate gate, FailureSignal failure)
        : base(operations, gate, failure)
    {
        thinks = thinkTime is not null;
        loops = [.. operations.Select(AwaitingLoop.For)];
        timedLoops = [.. operations.Select((operation, worker) => AwaitingLoop.For(operation, new LatencyClock(Latency.Of(worker))))];
        twins = [.. operations.Select(operation => AwaitingLoop.For(NoOpTwin.Of(operation)))];
        var crowded = operations.Count > Environment.ProcessorCount;
        flows = new PoolFlow[operations.Count];
        for (var worker = 0; worker < flows.Length; worker++)
        {
            var think = thinkTime is { } length ? new ThinkTime(length, (double)worker / flows.Length, gate) : null;
            flows[worker] = new PoolFlow(new WorkerPace(Slots[worker], gate, crowded, think), arrivals, failure);
        }
    }

    public override bool RunsOnPool => true;

    public override bool IsPaced => thinks;

    public override long? FeltSum => thinks ? Latency.Sum : null;

    public override long Suspensions => loops.Sum(loop => loop.Suspensions) + timedLoops.Sum(loop => loop.Suspensions);

    public override long CountedOperations(long asked) => Workers * Math.Max(1, asked / Workers);

    private protected override void RunUntilClosed(WorkOrder order) => Run(order.Timed ? timedLoops : loops, order.Batch, null);

    private protected override void RunCounted(long operations, bool twin) =>
        Run(twin ? twins : loops, operations / Workers, operations / Workers);

    private void Run(AwaitingLoop[] operations, long batch, long? count)
    {
        arrivals.Reset(flows.Length);
        for (var worker = 0; worker < flows.Length; worker++) flows[worker].Start(operations[worker], batch, count);
        arrivals.Wait();
    }
}
