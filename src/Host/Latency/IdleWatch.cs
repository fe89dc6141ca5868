using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Host.Latency;

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
