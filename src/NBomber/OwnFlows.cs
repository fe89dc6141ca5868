using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Measuring;
using AsyncLoad.Workloads;

namespace AsyncLoad.NBomber;

/// <summary>Flows on the thread pool without NBomber, each awaiting its operation before the next: warm-up, and counting of bytes.</summary>
internal sealed class OwnFlows
{
    private readonly AwaitingLoop[] loops;
    private readonly AwaitingLoop[] timedLoops;
    private readonly AwaitingLoop[] twins;
    private readonly PoolFlow[] flows;
    private readonly CountdownEvent arrivals = new(0);

    /// <param name="slots">One for each flow.</param>
    /// <param name="operations">Likewise.</param>
    /// <param name="latency">Where latencies go.</param>
    /// <param name="gate">What they stop at.</param>
    /// <param name="failure">Told what an operation throws.</param>
    public OwnFlows(ReadOnlySpan<WorkerSlot> slots, IEnumerable<Operation> operations, LatencyRecorder latency, Gate gate, FailureSignal failure)
    {
        var own = operations.Take(slots.Length).ToList();
        loops = [.. own.Select(AwaitingLoop.For)];
        timedLoops = [.. own.Select((operation, flow) => AwaitingLoop.For(operation, new LatencyClock(latency.Of(flow))))];
        twins = [.. own.Select(operation => AwaitingLoop.For(NoOpTwin.Of(operation)))];
        flows = new PoolFlow[slots.Length];
        var crowded = slots.Length > Environment.ProcessorCount;
        for (var flow = 0; flow < flows.Length; flow++) flows[flow] = new PoolFlow(new WorkerPace(slots[flow], gate, crowded), arrivals, failure);
    }

    public int Count => flows.Length;

    /// <summary>Operations that were not complete when they returned.</summary>
    public long Suspensions => loops.Sum(loop => loop.Suspensions) + timedLoops.Sum(loop => loop.Suspensions);

    /// <summary>Runs batches until the gate closes.</summary>
    public void RunUntilClosed(WorkOrder order) => Run(order.Timed ? timedLoops : loops, order.Batch, null);

    /// <summary>Runs so many operations in all, or as many no-ops of the same shape.</summary>
    public void RunCounted(long operations, bool twin) => Run(twin ? twins : loops, operations / Count, operations / Count);

    private void Run(AwaitingLoop[] operations, long batch, long? count)
    {
        arrivals.Reset(flows.Length);
        for (var flow = 0; flow < flows.Length; flow++) flows[flow].Start(operations[flow], batch, count);
        arrivals.Wait();
    }
}
