using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace AsyncLoad.Host.Platform;

/// <summary>Sleeps without spinning, as precisely as this system can.</summary>
internal interface IWaiting
{
    /// <summary>Why loads that wait between operations cannot be measured here; null where they can.</summary>
    string? Unpaced { get; }

    /// <summary>Lets the calling thread's sleeps end when they are due, as far as the system can; once per thread.</summary>
    void Prepare();

    /// <summary>Returns at <paramref name="timestamp"/>, a reading of <see cref="Stopwatch.GetTimestamp"/>, or later; at once when it is past.</summary>
    void Until(long timestamp);
}

/// <summary>Why loads that wait cannot be measured with the timers of Windows.</summary>
internal static class CoarseTimers
{
    /// <summary>Why such loads cannot be measured there.</summary>
    public const string Reason = "Windows ends most sleeps in steps of up to 15.6 ms, which hide slower operations";
}

/// <summary>Uses waits of whole milliseconds.</summary>
internal sealed class PortableWaiting : IWaiting
{
    public string? Unpaced => null;

    public void Prepare()
    {
    }

    public void Until(long timestamp)
    {
        using var never = new ManualResetEventSlim(false, spinCount: 0);
        while (Stopwatch.GetTimestamp() < timestamp) never.Wait(1);
    }
}

/// <summary>Uses an absolute sleep on the clock of <see cref="Stopwatch"/>, which ends within tens of µs when a core is free.</summary>
[SupportedOSPlatform("linux")]
internal sealed partial class LinuxWaiting : IWaiting
{
    // linux/time.h and linux/prctl.h.
    private const int Monotonic = 1;
    private const int AbsoluteTime = 1;
    private const int SetTimerSlack = 29;
    private const int Interrupted = 4;

    public string? Unpaced => null;

    // Otherwise the kernel delays sleeps by up to 50 µs, to group them.
    public void Prepare() => _ = Control(SetTimerSlack, 1, 0, 0, 0);

    public void Until(long timestamp)
    {
        var time = new TimeSpec(timestamp / Stopwatch.Frequency, timestamp % Stopwatch.Frequency * (1_000_000_000 / Stopwatch.Frequency));
        while (Sleep(Monotonic, AbsoluteTime, time, 0) == Interrupted)
        {
            // A signal of the runtime ended it early: sleep on.
        }
    }

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int Control(int option, nuint first, nuint second, nuint third, nuint fourth);

    [LibraryImport("libc", EntryPoint = "clock_nanosleep")]
    private static partial int Sleep(int clock, int flags, in TimeSpec time, nint remaining);

    private readonly record struct TimeSpec(long Seconds, long Nanoseconds);
}

/// <summary>
/// Uses a timer of high resolution, which Windows has since version 1803, or else waits of whole milliseconds. timeBeginPeriod is not used, since it changes what
/// Task.Delay does in the measured code.
/// </summary>
[SupportedOSPlatform("windows")]
internal sealed partial class WindowsWaiting : IWaiting
{
    // synchapi.h.
    private const uint HighResolution = 0x2;
    private const uint AllAccess = 0x1F0003;
    private const uint Forever = 0xFFFFFFFF;
    private const double TicksPerSecond = 1e7;

    private static readonly PortableWaiting Coarse = new();

    [ThreadStatic]
    private static SafeWaitHandle? timer;

    public string? Unpaced => CoarseTimers.Reason;

    public void Prepare() => timer ??= Create(0, 0, HighResolution, AllAccess);

    public void Until(long timestamp)
    {
        Prepare();
        if (timer is not { IsInvalid: false } own)
        {
            Coarse.Until(timestamp);
            return;
        }

        for (var left = timestamp - Stopwatch.GetTimestamp(); left > 0; left = timestamp - Stopwatch.GetTimestamp())
        {
            // A negative time is relative, in units of 100 ns.
            var due = -Math.Max(1, (long)Math.Ceiling(left * (TicksPerSecond / Stopwatch.Frequency)));
            if (Set(own, due, 0, 0, 0, 0) == 0 || Wait(own, Forever) != 0)
            {
                Coarse.Until(timestamp);
                return;
            }
        }
    }

    [LibraryImport("kernel32", EntryPoint = "CreateWaitableTimerExW")]
    private static partial SafeWaitHandle Create(nint attributes, nint name, uint flags, uint access);

    [LibraryImport("kernel32", EntryPoint = "SetWaitableTimer")]
    private static partial int Set(SafeWaitHandle timer, in long due, int period, nint completion, nint argument, int resume);

    [LibraryImport("kernel32", EntryPoint = "WaitForSingleObject")]
    private static partial uint Wait(SafeWaitHandle handle, uint milliseconds);
}
