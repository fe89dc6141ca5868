using System.Diagnostics;
using AsyncLoad.Host.Loads.Arrivals;
using AsyncLoad.Host.Platform;

namespace AsyncLoad.Host.Loads.Stages;

/// <summary>How far a load has come in its stages. Time passes only while the slice barrier is open, so a slice goes on where the last one stopped.</summary>
internal sealed class StageProgress(IReadOnlyList<Stage> stages)
{
    private int current;
    private long elapsed;
    private long opened;
    private ArrivalSchedule? schedule;

    /// <summary>The stage that it is in; null after the last.</summary>
    public Stage? Current => current < stages.Count ? stages[current] : null;

    /// <summary>Operations that the stage has seen so far; kept by whoever runs it.</summary>
    public long Done { get; set; }

    /// <summary>Begins anew.</summary>
    public void Restart()
    {
        (current, elapsed, Done, schedule) = (0, 0, 0, null);
        opened = Stopwatch.GetTimestamp();
    }

    /// <summary>The slice barrier has opened.</summary>
    public void Resume() => opened = Stopwatch.GetTimestamp();

    /// <summary>The slice barrier has closed, or a stage's part is over.</summary>
    public void Pause()
    {
        elapsed = Elapsed;
        opened = Stopwatch.GetTimestamp();
    }

    /// <summary>Goes on to the next stage, which begins when this one was to end, or now where a count ended it.</summary>
    public void Next()
    {
        var over = Current?.Length is { } length ? Math.Max(0, Elapsed - length) : 0;
        current++;
        (elapsed, Done, schedule) = (over, 0, null);
        opened = Stopwatch.GetTimestamp();
    }

    /// <summary>ns of open-slice barrier time in this stage.</summary>
    public long Elapsed => elapsed + Ticks.ToNanoseconds(Stopwatch.GetTimestamp() - opened);

    /// <summary>Timestamp at which this stage began, counting open-slice barrier time only.</summary>
    public long Origin => opened - Ticks.Of(elapsed);

    /// <summary>Timestamp at which this stage ends; the end of time where a count ends it.</summary>
    public long End => Current?.Length is { } length ? Origin + Ticks.Of(length) : long.MaxValue;

    /// <summary>The arrivals of this stage, those that have come left out.</summary>
    public ArrivalSchedule ScheduleOf(Stage.Arriving stage) => schedule ??= stage.Schedule();
}
