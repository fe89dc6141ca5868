using AsyncLoad.Workloads.IoSimulator;

namespace AsyncLoad.Workloads.SimulatedIo;

/// <summary>Where a wait comes from. One virtual call a wait, the same for all variants.</summary>
internal abstract class BackEnd
{
    public abstract ValueTask WaitAsync();
}

/// <summary>The simulated device: exact to the microsecond, 0 B a wait.</summary>
internal sealed class DeviceBackEnd(SimulatedDevice device) : BackEnd
{
    public override ValueTask WaitAsync() => device.AccessAsync();
}

/// <summary>The runtime's timers, which count in milliseconds: latencies are rounded up to the next.</summary>
internal sealed class TaskDelayBackEnd(LatencyDistribution latency) : BackEnd
{
    private const long NanosecondsPerMillisecond = 1_000_000;

    private readonly Random random = new(1);

    public override ValueTask WaitAsync()
    {
        var milliseconds = (latency.Draw(random) + NanosecondsPerMillisecond - 1) / NanosecondsPerMillisecond;
        return new ValueTask(Task.Delay((int)Math.Max(1, milliseconds)));
    }
}
