using System.Diagnostics;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Platform;

/// <summary>
/// Emulates the clocks of Windows on other systems, for tests: sleeps and processor time in steps of 15.625 ms, a clock in steps of 100 ns.
/// Asked for by <see cref="HostRequest.Clocks"/>.
/// </summary>
internal static class EmulatedClocks
{
    /// <summary>The step of the clock, in ns.</summary>
    public const int ClockStep = 100;

    /// <summary>The usual interval between two interrupts of its timer, 1/64 s.</summary>
    public static readonly Nanoseconds Interval = new(15_625_000);

    /// <summary>Whether this process has them.</summary>
    public static bool AreOn { get; } = Environment.GetEnvironmentVariable(HostRequest.Clocks) == HostRequest.WindowsClocks;

    /// <summary>Sleeps of this process.</summary>
    public static IWaiting Over(IWaiting own) => AreOn ? new EmulatedWaiting(own) : own;

    /// <summary>Processor time of this process.</summary>
    public static IProcessClock Over(IProcessClock own) => AreOn ? new EmulatedProcessClock(own) : own;
}

/// <summary>Sleeps that end with the next interrupt of a timer.</summary>
/// <param name="own">Those of the system.</param>
internal sealed class EmulatedWaiting(IWaiting own) : IWaiting
{
    private static readonly long Step = Ticks.Of(EmulatedClocks.Interval.Value);

    public string? Unpaced => CoarseTimers.Reason;

    public void Prepare() => own.Prepare();

    public void Until(long timestamp)
    {
        // A past time needs no wait.
        if (timestamp > Stopwatch.GetTimestamp()) own.Until(EndOf(timestamp));
    }

    /// <summary>The first interrupt that is not before a reading of the clock.</summary>
    internal static long EndOf(long timestamp) => (timestamp + Step - 1) / Step * Step;
}

/// <summary>Processor time that is counted with each interrupt of a timer.</summary>
/// <param name="own">That of the system.</param>
internal sealed class EmulatedProcessClock(IProcessClock own) : IProcessClock
{
    public ProcessorUse OfProcess()
    {
        var use = own.OfProcess();
        return new ProcessorUse(Whole(use.User), Whole(use.Kernel));
    }

    public Nanoseconds OfThisThread() => Whole(own.OfThisThread());

    public int? ClockOfThisThread() => own.ClockOfThisThread();

    public Nanoseconds Of(int clock) => Whole(own.Of(clock));

    private static Nanoseconds Whole(Nanoseconds time) => new(time.Value - (time.Value % EmulatedClocks.Interval.Value));

    private static TimeSpan Whole(TimeSpan time) => new(time.Ticks - (time.Ticks % (EmulatedClocks.Interval.Value / TimeSpan.NanosecondsPerTick)));
}
