using System.Diagnostics;
using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;

namespace AsyncLoad.Host.Loads.Arrivals;

/// <summary>
/// Starts operations when they are due, whether or not earlier ones are done. Late ones start at once, each with its own due time. It sleeps in
/// between, since a spinning thread would cost a core. Sleeps end within tens of µs when a core is free.
/// </summary>
internal sealed class ArrivalPacer(ArrivalFlows flows, SliceBarrier barrier)
{
    private readonly LatencyCounts lateness = new();

    public long Due { get; private set; }

    /// <summary>Arrivals for which no flow was free.</summary>
    public long Dropped { get; private set; }

    /// <summary>How late arrivals were handed over.</summary>
    public LatencyCounts Lateness => lateness;

    /// <summary>Forgets what was counted.</summary>
    public void Clear()
    {
        (Due, Dropped) = (0, 0);
        lateness.Clear();
    }

    /// <summary>Starts what is due, until the slice barrier closes, a time is reached, or enough arrivals have come.</summary>
    /// <param name="origin">Timestamp of the schedule's beginning.</param>
    /// <param name="end">Timestamp at which to stop.</param>
    /// <param name="most">Most arrivals.</param>
    /// <returns>How many have come.</returns>
    public long Run(ArrivalSchedule schedule, long origin, long end, long most)
    {
        for (var count = 0L; count < most; count++)
        {
            var due = TimestampOf(schedule.Due, origin);
            if (!barrier.SleepUntil(Math.Min(due, end)) || due >= end) return count;
            lateness.Record(due, Stopwatch.GetTimestamp());
            Due++;
            if (!flows.TryStart(due)) Dropped++;
            schedule.Advance();
        }

        return most;
    }

    /// <summary>Starts as many as are asked for; none is dropped.</summary>
    /// <param name="perNanosecond">Rate of evenly spaced arrivals, per ns; null for as fast as flows are free.</param>
    public void RunAll(long operations, double? perNanosecond)
    {
        var (schedule, origin) = (ArrivalSchedule.Even(perNanosecond ?? 1), Stopwatch.GetTimestamp());
        for (var count = 0L; count < operations; count++)
        {
            var due = perNanosecond is null ? origin : TimestampOf(schedule.Due, origin);
            ThisSystem.Waiting.Until(due);
            while (!flows.TryStart(due)) ThisSystem.Waiting.Until(Stopwatch.GetTimestamp() + Ticks.Millisecond);
            schedule.Advance();
        }
    }

    private static long TimestampOf(long nanoseconds, long origin) => nanoseconds > long.MaxValue / 4
        ? long.MaxValue
        : origin + Ticks.Of(nanoseconds);
}
