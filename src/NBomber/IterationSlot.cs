using System.Diagnostics;
using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Workloads;

namespace AsyncLoad.NBomber;

/// <summary>The parts that one iteration uses while it runs: an operation with its loops, and counters.</summary>
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

    /// <summary>Time in iterations so far, in ns, by the host's clock.</summary>
    public long ResponseTime => Volatile.Read(ref responseTime);

    /// <summary>Runs this many operations, one after another, on the caller's thread until one suspends.</summary>
    public Task RunAsync(long operations, bool timed)
    {
        pace.BeginOne(operations);
        begun = Stopwatch.GetTimestamp();
        return (timed ? timedLoop : loop).RunAsync(pace);
    }

    /// <summary>Ends the iteration and adds its time.</summary>
    public void End() => Volatile.Write(ref responseTime, responseTime + Ticks.ToNanoseconds(Stopwatch.GetTimestamp() - begun));
}

/// <summary>Places that no iteration uses. NBomber does not identify its calling copy, and arrivals overlap. Thread-safe.</summary>
internal sealed class FreePlaces
{
    private readonly Lock guard = new();
    private readonly IterationSlot[] free;
    private int count;

    public FreePlaces(IEnumerable<IterationSlot> places)
    {
        free = [.. places];
        count = free.Length;
    }

    /// <summary>The free place that was given back last; null when none is free.</summary>
    public IterationSlot? Take()
    {
        lock (guard) return count == 0 ? null : free[--count];
    }

    public void GiveBack(IterationSlot place)
    {
        lock (guard) free[count++] = place;
    }
}
