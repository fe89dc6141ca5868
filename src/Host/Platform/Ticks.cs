using System.Diagnostics;

namespace AsyncLoad.Host.Platform;

/// <summary>Readings of <see cref="Stopwatch.GetTimestamp"/> as nanoseconds, and back; on Linux a tick is 1 ns.</summary>
internal static class Ticks
{
    // 0.1 ms or less, in which a clock of 1 µs moves often enough.
    private const int StepReadings = 4_000;

    private static readonly bool AreNanoseconds = Stopwatch.Frequency == 1_000_000_000;
    private static readonly double Nanoseconds = 1e9 / Stopwatch.Frequency;

    public static long Millisecond { get; } = Stopwatch.Frequency / 1_000;

    /// <summary>
    /// The smallest step of the clock, in ns. Where two readings in a row may be equal, it is the smallest difference of two that are not. Otherwise
    /// the clock moves faster than it can be read, and a step is a tick.
    /// </summary>
    public static double ReadStep()
    {
        if (EmulatedClocks.AreOn) return EmulatedClocks.ClockStep;
        var (last, step, stood) = (Stopwatch.GetTimestamp(), long.MaxValue, false);
        for (var reading = 0; reading < StepReadings; reading++)
        {
            var now = Stopwatch.GetTimestamp();
            if (now == last) stood = true;
            else step = Math.Min(step, now - last);
            last = now;
        }

        return stood && step != long.MaxValue ? step * Nanoseconds : Nanoseconds;
    }

    /// <summary>So many ns in ticks.</summary>
    public static long Of(long nanoseconds) => AreNanoseconds ? nanoseconds : (long)(nanoseconds / Nanoseconds);

    /// <summary>So many ticks in ns.</summary>
    public static long ToNanoseconds(long ticks) => AreNanoseconds ? ticks : (long)(ticks * Nanoseconds);
}
