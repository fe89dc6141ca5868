using System.Diagnostics;

namespace AsyncLoad.Host.Platform;

/// <summary>Readings of <see cref="Stopwatch.GetTimestamp"/> as nanoseconds, and back; on Linux a tick is 1 ns.</summary>
internal static class Ticks
{
    private static readonly bool AreNanoseconds = Stopwatch.Frequency == 1_000_000_000;
    private static readonly double Nanoseconds = 1e9 / Stopwatch.Frequency;

    public static long Millisecond { get; } = Stopwatch.Frequency / 1_000;

    /// <summary>So many ns in ticks.</summary>
    public static long Of(long nanoseconds) => AreNanoseconds ? nanoseconds : (long)(nanoseconds / Nanoseconds);

    /// <summary>So many ticks in ns.</summary>
    public static long ToNanoseconds(long ticks) => AreNanoseconds ? ticks : (long)(ticks * Nanoseconds);
}
