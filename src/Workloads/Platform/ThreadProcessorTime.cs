using System.Runtime.InteropServices;

namespace AsyncLoad.Workloads.Platform;

/// <summary>Processor time of one thread, read from any thread, exact at the moment of reading. The only platform-dependent code of the workloads.</summary>
internal sealed class ThreadProcessorTime
{
    private int? clock;
    private TimeSpan? final;

    /// <summary>Follows the calling thread.</summary>
    public void Follow()
    {
        if (OperatingSystem.IsLinux() && GetThreadClock(GetCurrentThread(), out var id) == 0) clock = id;
    }

    /// <summary>Keeps the time of the calling thread, whose clock ends with it.</summary>
    public void Conclude()
    {
        final = Read();
        clock = null;
    }

    /// <summary>Time used so far, or null where the system does not report it.</summary>
    public TimeSpan? Read() =>
        clock is { } id && GetTime(id, out var time) == 0
            ? TimeSpan.FromSeconds(time.Seconds) + new TimeSpan(time.Nanoseconds / TimeSpan.NanosecondsPerTick)
            : final;

    [DllImport("libc", EntryPoint = "pthread_self")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern nint GetCurrentThread();

    [DllImport("libc", EntryPoint = "pthread_getcpuclockid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int GetThreadClock(nint thread, out int clock);

    [DllImport("libc", EntryPoint = "clock_gettime")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int GetTime(int clock, out TimeSpec time);

    private readonly struct TimeSpec
    {
        public readonly long Seconds;
        public readonly long Nanoseconds;
    }
}
