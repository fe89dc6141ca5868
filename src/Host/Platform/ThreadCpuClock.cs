using System.Runtime.InteropServices;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Platform;

/// <summary>Processor time of a thread. Linux only; elsewhere it stays at 0 and the pressurer's share is not taken off.</summary>
internal static partial class ThreadCpuClock
{
    // CLOCK_THREAD_CPUTIME_ID of linux/time.h.
    private const int ThreadCpuTime = 3;

    public static Nanoseconds Read() => Read(ThreadCpuTime);

    /// <summary>The clock of the calling thread, for others to read; null where the system has none.</summary>
    public static int? OfThisThread() => OperatingSystem.IsLinux() && GetThreadClock(GetCurrentThread(), out var clock) == 0 ? clock : null;

    /// <summary>Processor time of the thread with this clock, exact at the moment of reading.</summary>
    public static Nanoseconds Read(int clock) =>
        OperatingSystem.IsLinux() && GetTime(clock, out var time) == 0
            ? new Nanoseconds((time.Seconds * 1_000_000_000L) + time.Nanoseconds)
            : default;

    [LibraryImport("libc", EntryPoint = "pthread_self")]
    private static partial nint GetCurrentThread();

    [LibraryImport("libc", EntryPoint = "pthread_getcpuclockid")]
    private static partial int GetThreadClock(nint thread, out int clock);

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int GetTime(int clock, out TimeSpec time);

    private readonly struct TimeSpec
    {
        public readonly long Seconds;
        public readonly long Nanoseconds;
    }
}
