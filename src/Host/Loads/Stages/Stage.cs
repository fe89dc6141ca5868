using System.Diagnostics;
using AsyncLoad.Host.Loads.Arrivals;
using AsyncLoad.Host.Platform;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Host.Loads.Stages;

/// <summary>What a load does for a while; lengths are of time with the slice barrier open, in ns.</summary>
/// <param name="Length">How long; null until the iterations are done, or forever.</param>
/// <param name="Iterations">Operations that end it; null for none.</param>
internal abstract record Stage(long? Length, long? Iterations)
{
    /// <summary>Operations arrive on a schedule.</summary>
    /// <param name="Schedule">Makes the schedule of arrivals; called for each pass.</param>
    /// <param name="Busiest">The highest rate, in arrivals per ns.</param>
    /// <param name="Length">How long, in ns.</param>
    /// <param name="Iterations">Arrivals that end it.</param>
    internal sealed record Arriving(Func<ArrivalSchedule> Schedule, double Busiest, long? Length, long? Iterations = null) : Stage(Length, Iterations);

    /// <summary>Copies run one operation after another.</summary>
    /// <param name="From">Copies at its beginning.</param>
    /// <param name="To">Copies at its end.</param>
    /// <param name="Length">How long, in ns.</param>
    /// <param name="Iterations">Operations that end it.</param>
    internal sealed record Copying(int From, int To, long? Length, long? Iterations = null) : Stage(Length, Iterations)
    {
        /// <summary>The number of copies after some time. When the number does not change, all run from the start.</summary>
        public int CopiesAt(long elapsed) => Length is { } length && From != To
            ? (int)Math.Round(From + ((double)(To - From) * Math.Min(elapsed, length) / length))
            : To;
    }

    /// <summary>Nothing.</summary>
    internal sealed record Pausing(long? Length) : Stage(Length, null);

    /// <summary>Stages in NBomber's words. As in NBomber, a ramp begins at the number of copies or the rate of the stage before. That number of arrivals then comes in each of its intervals.</summary>
    public static IReadOnlyList<Stage> Of(IEnumerable<Simulation> simulations)
    {
        var stages = new List<Stage>();
        var before = 0;
        foreach (var simulation in simulations)
        {
            stages.Add(Of(simulation, before));
            before = NumberOf(simulation);
        }

        return stages;
    }

    private static Stage Of(Simulation simulation, int before) => simulation switch
    {
        Simulation.KeepConstant keep => new Copying(keep.Copies, keep.Copies, keep.During.Nanoseconds),
        Simulation.RampingConstant ramp => new Copying(before, ramp.Copies, ramp.During.Nanoseconds),
        Simulation.IterationsForConstant counted => new Copying(counted.Copies, counted.Copies, null, counted.Iterations),
        Simulation.Inject inject => Even(inject.Rate / (double)inject.Interval.Nanoseconds, inject.During.Nanoseconds, null),
        Simulation.RampingInject ramp => Ramp(ramp, before / (double)ramp.Interval.Nanoseconds, ramp.Rate / (double)ramp.Interval.Nanoseconds),
        Simulation.InjectRandom random => new Arriving(
            () => ArrivalSchedule.Random(random.MinRate, random.MaxRate, random.Interval.Nanoseconds),
            random.MaxRate / (double)random.Interval.Nanoseconds,
            random.During.Nanoseconds),
        Simulation.IterationsForInject counted => Even(counted.Rate / (double)counted.Interval.Nanoseconds, null, counted.Iterations),
        Simulation.Pause pause => new Pausing(pause.During.Nanoseconds),
        _ => throw new ArgumentOutOfRangeException(nameof(simulation), simulation, "not a stage"),
    };

    private static Arriving Even(double rate, long? length, long? iterations) => new(() => ArrivalSchedule.Even(rate), rate, length, iterations);

    private static Arriving Ramp(Simulation.RampingInject ramp, double from, double to) =>
        new(() => ArrivalSchedule.Ramp(from, to, ramp.During.Nanoseconds), Math.Max(from, to), ramp.During.Nanoseconds);

    private static int NumberOf(Simulation simulation) => simulation switch
    {
        Simulation.KeepConstant keep => keep.Copies,
        Simulation.RampingConstant ramp => ramp.Copies,
        Simulation.IterationsForConstant counted => counted.Copies,
        Simulation.Inject inject => inject.Rate,
        Simulation.RampingInject ramp => ramp.Rate,
        Simulation.InjectRandom random => random.MaxRate,
        Simulation.IterationsForInject counted => counted.Rate,
        _ => 0,
    };
}

/// <summary>The progress of a load in its stages. Time passes only while the slice barrier is open, so a slice continues where the last one stopped.</summary>
internal sealed class StageProgress(IReadOnlyList<Stage> stages)
{
    private int current;
    private long elapsed;
    private long opened;
    private ArrivalSchedule? schedule;

    /// <summary>The stage that it is in; null after the last.</summary>
    public Stage? Current => current < stages.Count ? stages[current] : null;

    /// <summary>Operations that the stage has seen so far; kept by the load that runs it.</summary>
    public long Done { get; set; }

    /// <summary>Starts again with the first stage.</summary>
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

    /// <summary>Moves on to the next stage. It begins when this one was due to end, or now if a count ended it.</summary>
    public void Next()
    {
        var over = Current?.Length is { } length ? Math.Max(0, Elapsed - length) : 0;
        current++;
        (elapsed, Done, schedule) = (over, 0, null);
        opened = Stopwatch.GetTimestamp();
    }

    /// <summary>ns with the slice barrier open in this stage.</summary>
    public long Elapsed => elapsed + Ticks.ToNanoseconds(Stopwatch.GetTimestamp() - opened);

    /// <summary>Timestamp at which this stage began, counting only time with the slice barrier open.</summary>
    public long Origin => opened - Ticks.Of(elapsed);

    /// <summary>Timestamp at which this stage ends; <see cref="long.MaxValue"/> when a count ends it.</summary>
    public long End => Current?.Length is { } length ? Origin + Ticks.Of(length) : long.MaxValue;

    /// <summary>The arrivals of this stage that have not come yet.</summary>
    public ArrivalSchedule ScheduleOf(Stage.Arriving stage) => schedule ??= stage.Schedule();
}
