using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Slices;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>Flows on the thread pool, started together and waited for together, each awaiting its operation before the next.</summary>
internal sealed class PoolFlows
{
    private readonly AwaitingLoop[] loops;
    private readonly AwaitingLoop[] timedLoops;
    private readonly AwaitingLoop[] twins;
    private readonly PoolFlow[] flows;
    private readonly CountdownEvent arrivals = new(0);

    /// <param name="operations">One for each flow.</param>
    /// <param name="makePace">Makes the pace of a flow, by its number; the flag says whether there are more flows than cores.</param>
    public PoolFlows(IReadOnlyList<Operation> operations, LatencyRecorder latency, Func<int, bool, WorkerPace> makePace, FailureSignal failure)
    {
        loops = [.. operations.Select(AwaitingLoop.For)];
        timedLoops = [.. operations.Select((operation, flow) => AwaitingLoop.For(operation, new LatencyClock(latency.Of(flow))))];
        twins = [.. operations.Select(operation => AwaitingLoop.For(NoOpTwin.Of(operation)))];
        var crowded = operations.Count > Environment.ProcessorCount;
        flows = [.. operations.Select((_, flow) => new PoolFlow(makePace(flow, crowded), arrivals, failure))];
    }

    /// <summary>Operations that were not complete when they returned.</summary>
    public long Suspensions => loops.Sum(loop => loop.Suspensions) + timedLoops.Sum(loop => loop.Suspensions);

    /// <summary>About as many operations, the same number in every flow.</summary>
    public long WholeOf(long operations) => flows.Length * Math.Max(1, operations / flows.Length);

    /// <summary>Runs batches until the slice barrier closes.</summary>
    public void RunUntilClosed(WorkOrder order) => Run(order.Timed ? timedLoops : loops, order.Batch, null);

    /// <summary>Runs a number of operations in all, or as many no-ops of the same shape.</summary>
    public void RunCounted(long operations, bool twin) => Run(twin ? twins : loops, operations / flows.Length, operations / flows.Length);

    private void Run(AwaitingLoop[] operations, long batch, long? count)
    {
        arrivals.Reset(flows.Length);
        for (var flow = 0; flow < flows.Length; flow++) flows[flow].Start(operations[flow], batch, count);
        arrivals.Wait();
    }
}
