using System.Runtime.ExceptionServices;
using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Platform;
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

/// <summary>One logical flow of operations on the thread pool: started by a work item, finished when its task is. Reused slice after slice.</summary>
internal sealed class PoolFlow(WorkerPace pace, CountdownEvent arrivals, FailureSignal failure) : IThreadPoolWorkItem
{
    private AwaitingLoop? loop;
    private volatile bool isRunning;
    private Task? running;
    private Action? finish;

    /// <summary>Whether it was started and has not finished.</summary>
    public bool IsRunning => isRunning;

    /// <summary>Queues the flow to the pool.</summary>
    /// <param name="count">Operations in all, or null to run until the slice barrier closes.</param>
    public void Start(AwaitingLoop operations, long batch, long? count)
    {
        isRunning = true;
        loop = operations;
        pace.Begin(batch, count);
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    void IThreadPoolWorkItem.Execute()
    {
        running = loop!.RunAsync(pace);
        if (running.IsCompleted) Finish();
        else running.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(finish ??= Finish);
    }

    private void Finish()
    {
        if (running?.Exception?.InnerException is { } exception) failure.Raise(ExceptionDispatchInfo.Capture(exception));
        ThreadCpuClock.Read();
        isRunning = false;
        arrivals.Signal();
    }
}

/// <summary>
/// Where the pool threads of a load on the pool run: one on each core where there are flows for all cores. A single flow that never suspends stays
/// on one core, the same in both sides. One that suspends goes from thread to thread, and the scheduler may choose among physical cores that share a cache.
/// </summary>
internal sealed class FlowPlacement(int flows)
{
    private readonly PoolThreadPlacement onePerCore = PoolThreadPlacement.OnePerCore();
    private readonly PoolThreadPlacement onOneCore = PoolThreadPlacement.OnOneCore();
    private readonly PoolThreadPlacement anywhere = PoolThreadPlacement.Anywhere(flows);

    /// <summary>The placement for what is known of the operations.</summary>
    /// <param name="suspensions">How many were not complete when they returned.</param>
    public PoolThreadPlacement Of(long suspensions) => flows >= ThreadAffinity.AllowedCores.Count ? onePerCore : suspensions == 0 && flows == 1 ? onOneCore : anywhere;
}
