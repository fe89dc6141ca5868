using System.Runtime.ExceptionServices;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;

namespace AsyncLoad.Host.Loads;

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
