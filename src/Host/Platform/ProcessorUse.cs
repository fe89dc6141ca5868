using System.Runtime.CompilerServices;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Platform;

/// <summary>Processor time of the process so far.</summary>
internal readonly record struct ProcessorUse(TimeSpan User, TimeSpan Kernel)
{
    /// <summary>Both together.</summary>
    public TimeSpan Total => User + Kernel;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static ProcessorUse Read() => ThisSystem.Clock.OfProcess();
}

/// <summary>Processor time of a thread.</summary>
internal static class ThreadCpuClock
{
    /// <summary>That of the calling thread; 0 where the system does not report it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static Nanoseconds Read() => ThisSystem.Clock.OfThisThread();

    /// <summary>The clock of the calling thread, for others to read; null where the system has none.</summary>
    public static int? OfThisThread() => ThisSystem.Clock.ClockOfThisThread();

    /// <summary>Processor time of the thread with this clock, as of the moment of reading.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static Nanoseconds Read(int clock) => ThisSystem.Clock.Of(clock);
}
