using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Platform;

/// <summary>
/// Processor time of the process so far. Read at both edges of every slice, so reading allocates nothing. .NET 9 brought a property for it;
/// the build for .NET 8, which runs on newer runtimes too, asks the system itself, as that property does.
/// </summary>
internal readonly partial record struct ProcessorUse(TimeSpan User, TimeSpan Kernel)
{
    /// <summary>Both together.</summary>
    public TimeSpan Total => User + Kernel;

#if NET9_0_OR_GREATER
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static ProcessorUse Read()
    {
        var usage = Environment.CpuUsage;
        return new ProcessorUse(usage.UserTime, usage.PrivilegedTime);
    }
#else
    // RUSAGE_SELF of sys/resource.h.
    private const int Self = 0;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static ProcessorUse Read()
    {
        if (!OperatingSystem.IsLinux()) return OfProcess();
        return GetUsage(Self, out var usage) == 0 ? new ProcessorUse(usage.User.Span, usage.Kernel.Span) : default;
    }

    // Slower, and it allocates: older runtimes are tried on Linux only.
    private static ProcessorUse OfProcess()
    {
        using var process = System.Diagnostics.Process.GetCurrentProcess();
        return new ProcessorUse(process.UserProcessorTime, process.PrivilegedProcessorTime);
    }

    [LibraryImport("libc", EntryPoint = "getrusage")]
    private static partial int GetUsage(int who, out Usage usage);

    // struct rusage of 64-bit Linux: two times, and fourteen counts that are not read here.
    [StructLayout(LayoutKind.Sequential, Size = 144)]
    private readonly struct Usage
    {
        public readonly TimeValue User;
        public readonly TimeValue Kernel;
    }

    private readonly struct TimeValue
    {
        private readonly long seconds;
        private readonly long microseconds;

        public TimeSpan Span => new((seconds * TimeSpan.TicksPerSecond) + (microseconds * TimeSpan.TicksPerMicrosecond));
    }
#endif
}

/// <summary>Processor time of a thread. Linux only; elsewhere it stays at 0 and the pressurer's share is not taken off.</summary>
internal static partial class ThreadCpuClock
{
    // CLOCK_THREAD_CPUTIME_ID of linux/time.h.
    private const int ThreadCpuTime = 3;

    public static Nanoseconds Read() => Read(ThreadCpuTime);

    /// <summary>The clock of the calling thread, for others to read; null where the system has none.</summary>
    public static int? OfThisThread() => OperatingSystem.IsLinux() && GetThreadClock(GetCurrentThread(), out var clock) == 0 ? clock : null;

    /// <summary>Processor time of the thread with this clock, exact at the moment of reading.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
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
