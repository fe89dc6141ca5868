using System.Runtime.InteropServices;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Platform;

/// <summary>Processor time of the calling thread. Linux only; elsewhere it stays at 0 and the pressurer's share is not taken off.</summary>
internal static partial class ThreadCpuClock
{
    // CLOCK_THREAD_CPUTIME_ID of linux/time.h.
    private const int ThreadCpuTime = 3;

    public static Nanoseconds Read() =>
        OperatingSystem.IsLinux() && GetTime(ThreadCpuTime, out var time) == 0
            ? new Nanoseconds((time.Seconds * 1_000_000_000L) + time.Nanoseconds)
            : default;

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int GetTime(int clock, out TimeSpec time);

    private readonly struct TimeSpec
    {
        public readonly long Seconds;
        public readonly long Nanoseconds;
    }
}
