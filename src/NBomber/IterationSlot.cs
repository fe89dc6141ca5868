using System.Diagnostics;
using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Workloads;

namespace AsyncLoad.NBomber;

/// <summary>What one iteration owns while it runs: an operation with its loops, and counters.</summary>
internal sealed class IterationSlot
{
    private readonly SingleBatchPace pace;
    private readonly AwaitingLoop loop;
    private readonly AwaitingLoop timedLoop;
    private long begun;
    private long responseTime;

    public IterationSlot(Operation operation, WorkerSlot slot, LatencyCounts latency, SliceBarrier barrier)
    {
        pace = new SingleBatchPace(slot, barrier);
        loop = AwaitingLoop.For(operation);
        timedLoop = AwaitingLoop.For(operation, new LatencyClock(latency));
    }

    /// <summary>Operations that were not complete when they returned.</summary>
    public long Suspensions => loop.Suspensions + timedLoop.Suspensions;

    /// <summary>Time in iterations so far, in ns, by our own clock.</summary>
    public long ResponseTime => Volatile.Read(ref responseTime);

    /// <summary>Runs so many operations, one after another, on the caller's thread until one suspends.</summary>
    public Task RunAsync(long operations, bool timed)
    {
        pace.BeginOne(operations);
        begun = Stopwatch.GetTimestamp();
        return (timed ? timedLoop : loop).RunAsync(pace);
    }

    /// <summary>Says that the iteration has ended.</summary>
    public void End() => Volatile.Write(ref responseTime, responseTime + Ticks.ToNanoseconds(Stopwatch.GetTimestamp() - begun));
}
