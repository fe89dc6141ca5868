using System.Diagnostics;
using System.Runtime.InteropServices;

namespace AsyncLoad.Host.Platform;

/// <summary>
/// Sleeps until a point in time, without spinning. On Linux by an absolute sleep on the clock that <see cref="Stopwatch"/> reads, woken within some
/// tens of µs where a core is free; elsewhere by a wait of whole milliseconds.
/// </summary>
internal static partial class PrecisePause
{
    // linux/time.h and linux/prctl.h.
    private const int Monotonic = 1;
    private const int AbsoluteTime = 1;
    private const int SetTimerSlack = 29;
    private const int Interrupted = 4;

    /// <summary>Lets the calling thread's sleeps end when they are due, not up to 50 µs later as the kernel groups them; once a thread.</summary>
    public static void Prepare()
    {
        if (OperatingSystem.IsLinux()) _ = Control(SetTimerSlack, 1, 0, 0, 0);
    }

    /// <summary>Returns at <paramref name="timestamp"/>, a reading of <see cref="Stopwatch.GetTimestamp"/>, or a little later; at once when it is past.</summary>
    public static void Until(long timestamp)
    {
        if (OperatingSystem.IsLinux())
        {
            var time = new TimeSpec(timestamp / Stopwatch.Frequency, timestamp % Stopwatch.Frequency * (1_000_000_000 / Stopwatch.Frequency));
            while (Sleep(Monotonic, AbsoluteTime, time, 0) == Interrupted)
            {
                // A signal of the runtime ended it early: sleep on.
            }

            return;
        }

        using var never = new ManualResetEventSlim(false, spinCount: 0);
        while (Stopwatch.GetTimestamp() < timestamp) never.Wait(1);
    }

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int Control(int option, nuint first, nuint second, nuint third, nuint fourth);

    [LibraryImport("libc", EntryPoint = "clock_nanosleep")]
    private static partial int Sleep(int clock, int flags, in TimeSpec time, nint remaining);

    private readonly record struct TimeSpec(long Seconds, long Nanoseconds);
}
