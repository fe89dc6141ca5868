using System.Runtime.CompilerServices;
using AsyncLoad.Host.Platform;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Pressure;

/// <summary>
/// The runtime's thread for finalizers. When the pressurer makes finalizable objects, all its processor time counts as the pressurer's: the share of a workload's own
/// finalizers is not known.
/// </summary>
internal static class FinalizerThread
{
    private static volatile object? clock;

    /// <summary>Finds the thread. Collects once, so it must be called before warm-up.</summary>
    public static void Find()
    {
        LeaveProbe();
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    /// <summary>Waits until it has run every finalizer that the last collection found due.</summary>
    /// <returns>Its processor time since the process began; 0 where the system does not report it.</returns>
    public static Nanoseconds Drain()
    {
        GC.WaitForPendingFinalizers();
        return clock is int id ? ThreadCpuClock.Read(id) : default;
    }

    // A separate method, so that no register keeps the probe alive.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LeaveProbe() => GC.KeepAlive(new Probe());

    private sealed class Probe
    {
        ~Probe() => clock = ThreadCpuClock.OfThisThread();
    }
}
