using System.Runtime.CompilerServices;
using AsyncLoad.Host.Platform;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Pressure;

/// <summary>
/// The runtime's one thread for finalizers. Its processor time is the pressurer's where that makes finalizable objects: what a workload's own
/// finalizers take cannot be told from it.
/// </summary>
internal static class FinalizerThread
{
    private static volatile object? clock;

    /// <summary>Finds it. Collects once, so it is for the time before warm-up.</summary>
    public static void Find()
    {
        LeaveProbe();
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    /// <summary>Waits until it has run every finalizer that the last collection found due.</summary>
    /// <returns>Its processor time since the process began; 0 where the system does not tell.</returns>
    public static Nanoseconds Drain()
    {
        GC.WaitForPendingFinalizers();
        return clock is int id ? ThreadCpuClock.Read(id) : default;
    }

    // A method of its own, so that no register keeps the probe alive.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LeaveProbe() => GC.KeepAlive(new Probe());

    private sealed class Probe
    {
        ~Probe() => clock = ThreadCpuClock.OfThisThread();
    }
}
