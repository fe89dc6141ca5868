using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Collections;

namespace AsyncLoad.Tracing.Runs;

/// <summary>Compares the trace with what the measured process counted itself: a trace that fails a check is not to be trusted.</summary>
internal static class TraceChecks
{
    /// <summary>Wide, since every trace is checked: at 99.9 % one in 17 profiles with 60 traces would hold a failure by chance.</summary>
    public const double Confidence = 0.999_999;

    // The events stand a few microseconds outside the runtime's own two clock readings.
    private const double RelativeTolerance = 0.10;
    private const double ToleranceMsPerPause = 0.020;

    // An allowance for a thread that loses its core at that moment and waits for other threads. It was not seen in 19 traces beside six busy
    // loops, so it is not a measured length. Sums below it are checked only for pauses that the trace does not show at all.
    private const double DescheduledOnceMs = 10;

    /// <summary>Sampled bytes against the exact allocation counter.</summary>
    public static CrossCheck Bytes(TraceWindow window, AllocationTally sampled)
    {
        var allowed = sampled.Estimate(Confidence);
        return new CrossCheck("bytes allocated, sampled against counted", "B", window.AllocatedBytes, allowed.Low, allowed.High);
    }

    /// <summary>Summed pauses against the runtime's own sum.</summary>
    public static CrossCheck Pauses(TraceWindow window, PauseQuantiles? traced)
    {
        var sum = traced?.SumMs ?? 0;
        var tolerance = traced is null ? 0 : (sum * RelativeTolerance) + (traced.Count * ToleranceMsPerPause) + DescheduledOnceMs;
        return new CrossCheck("GC pauses, traced against counted", "ms", window.PauseMs, Math.Max(0, sum - tolerance), sum + tolerance);
    }
}

/// <summary>A figure of the trace, compared with one that the process counted itself.</summary>
/// <param name="Counted">The process's own figure.</param>
public sealed record CrossCheck(string Name, string Unit, double Counted, double Low, double High)
{
    /// <summary>Whether the counted figure lies inside.</summary>
    public bool Passed => Counted >= Low && Counted <= High;
}
