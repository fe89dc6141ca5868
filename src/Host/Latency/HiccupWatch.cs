using System.Diagnostics;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Latency;

/// <summary>
/// A thread that wakes every millisecond and records how late it is. That is the delay that the scheduler and the garbage collector cause for any
/// thread of the process (the idea of Gil Tene's jHiccup). Ticks are on a schedule, so a stall of 50 ms shows as 50 late ticks, not as one.
/// </summary>
internal sealed class HiccupWatch
{
    private readonly LatencyCounts lateness = new();
    private readonly SliceBarrier barrier;
    private readonly Thread thread;
    private long cpu;

    public HiccupWatch(SliceBarrier barrier)
    {
        this.barrier = barrier;
        lateness.Allocate();
        thread = new Thread(Drive) { IsBackground = true, Name = "AsyncLoad hiccups" };
    }

    /// <summary>Its own processor time, current to the last closing of the slice barrier.</summary>
    public Nanoseconds Cpu => new(Volatile.Read(ref cpu));

    public void Start() => thread.Start();

    /// <summary>Forgets what was seen; only while the slice barrier is closed.</summary>
    public void Clear() => lateness.Clear();

    /// <summary>How late ticks were; only while the slice barrier is closed.</summary>
    public Latencies ToLatencies() => lateness.ToLatencies();

    private void Drive()
    {
        ThisSystem.Waiting.Prepare();
        var seen = 0;
        while (barrier.WaitForOpening(ref seen) is { } order)
        {
            if (!order.Timed) continue;
            for (var due = Stopwatch.GetTimestamp() + Ticks.Millisecond; barrier.IsOpen; due += Ticks.Millisecond)
            {
                ThisSystem.Waiting.Until(due);
                lateness.Record(due, Stopwatch.GetTimestamp());
            }

            Volatile.Write(ref cpu, ThreadCpuClock.Read().Value);
            barrier.Arrive();
        }
    }
}

/// <summary>Watches for hiccups in a process that does nothing else: the delays that it sees are those that the system causes in every process.</summary>
internal sealed class IdleWatch
{
    private readonly SliceBarrier barrier = new();
    private readonly HiccupWatch watch;

    private IdleWatch() => watch = new HiccupWatch(barrier);

    /// <summary>Watches from now on.</summary>
    public static IdleWatch Begin()
    {
        var idle = new IdleWatch();
        idle.watch.Start();
        idle.barrier.Open(WorkOrder.UntilClosed(1, timed: true, warmUp: false), participants: 1);
        return idle;
    }

    /// <summary>Ends it, and tells how late ticks were.</summary>
    public Latencies End()
    {
        barrier.Close();
        return watch.ToLatencies();
    }
}
