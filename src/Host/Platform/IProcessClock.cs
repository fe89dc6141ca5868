using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Platform;

/// <summary>Reads processor time. It is read at both edges of every slice, so reading allocates nothing.</summary>
internal interface IProcessClock
{
    /// <summary>Processor time of the process so far.</summary>
    ProcessorUse OfProcess();

    /// <summary>Processor time of the calling thread; 0 where the system does not report it, and then the pressurer's share is not subtracted.</summary>
    Nanoseconds OfThisThread();

    /// <summary>The clock of the calling thread, for others to read; null where the system has none.</summary>
    int? ClockOfThisThread();

    /// <summary>Processor time of the thread with this clock, as of the moment of reading.</summary>
    Nanoseconds Of(int clock);
}

/// <summary>Uses the runtime, which reports processor time of the process but not of threads.</summary>
internal sealed class PortableProcessClock : IProcessClock
{
#if NET9_0_OR_GREATER
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public ProcessorUse OfProcess()
    {
        var usage = Environment.CpuUsage;
        return new ProcessorUse(usage.UserTime, usage.PrivilegedTime);
    }
#else
    // Slower, and it allocates: older runtimes are tried on Linux only.
    public ProcessorUse OfProcess()
    {
        using var process = System.Diagnostics.Process.GetCurrentProcess();
        return new ProcessorUse(process.UserProcessorTime, process.PrivilegedProcessorTime);
    }
#endif

    public Nanoseconds OfThisThread() => default;

    public int? ClockOfThisThread() => null;

    public Nanoseconds Of(int clock) => default;
}

/// <summary>Uses clocks of threads, and for the process <c>Environment.CpuUsage</c> of .NET 9, or <c>getrusage(2)</c> before that.</summary>
[SupportedOSPlatform("linux")]
internal sealed partial class LinuxProcessClock : IProcessClock
{
    // CLOCK_THREAD_CPUTIME_ID of linux/time.h.
    private const int ThreadCpuTime = 3;

#if NET9_0_OR_GREATER
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public ProcessorUse OfProcess()
    {
        var usage = Environment.CpuUsage;
        return new ProcessorUse(usage.UserTime, usage.PrivilegedTime);
    }
#else
    // RUSAGE_SELF of sys/resource.h.
    private const int Self = 0;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public ProcessorUse OfProcess() => GetUsage(Self, out var usage) == 0 ? new ProcessorUse(usage.User.Span, usage.Kernel.Span) : default;

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

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public Nanoseconds OfThisThread() => Of(ThreadCpuTime);

    public int? ClockOfThisThread() => GetThreadClock(GetCurrentThread(), out var clock) == 0 ? clock : null;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public Nanoseconds Of(int clock) => GetTime(clock, out var time) == 0 ? new Nanoseconds((time.Seconds * 1_000_000_000L) + time.Nanoseconds) : default;

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

/// <summary>
/// Uses times of the process and of threads, which Windows counts in ticks of up to 15.6 ms. Cycles are not used: Microsoft's documentation warns against converting them
/// to time.
/// </summary>
[SupportedOSPlatform("windows")]
internal sealed partial class WindowsProcessClock : IProcessClock
{
    // A FILETIME is in units of 100 ns.
    private const long NanosecondsPerUnit = 100;
    private const uint QueryLimitedInformation = 0x0800;

    private static readonly PortableProcessClock Runtime = new();

    public ProcessorUse OfProcess() => Runtime.OfProcess();

    public Nanoseconds OfThisThread() => OfHandle(CurrentThread());

    public int? ClockOfThisThread() => CurrentNumber();

    public Nanoseconds Of(int clock)
    {
        var handle = OpenThread(QueryLimitedInformation, 0, clock);
        if (handle == 0) return default;
        var time = OfHandle(handle);
        _ = Close(handle);
        return time;
    }

    private static Nanoseconds OfHandle(nint thread) =>
        GetTimes(thread, out _, out _, out var kernel, out var user) != 0 ? new Nanoseconds((kernel + user) * NanosecondsPerUnit) : default;

    [LibraryImport("kernel32", EntryPoint = "GetCurrentThread")]
    private static partial nint CurrentThread();

    [LibraryImport("kernel32", EntryPoint = "GetCurrentThreadId")]
    private static partial int CurrentNumber();

    [LibraryImport("kernel32", EntryPoint = "OpenThread")]
    private static partial nint OpenThread(uint access, int inherits, int thread);

    [LibraryImport("kernel32", EntryPoint = "GetThreadTimes")]
    private static partial int GetTimes(nint thread, out long created, out long ended, out long kernel, out long user);

    [LibraryImport("kernel32", EntryPoint = "CloseHandle")]
    private static partial int Close(nint handle);
}
