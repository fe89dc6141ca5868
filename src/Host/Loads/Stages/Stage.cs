using AsyncLoad.Host.Loads.Arrivals;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Host.Loads.Stages;

/// <summary>What a load does for a while; lengths are of open-gate time, in ns.</summary>
/// <param name="Length">How long; null until the iterations are done, or for ever.</param>
/// <param name="Iterations">Operations that end it; null for none.</param>
internal abstract record Stage(long? Length, long? Iterations)
{
    /// <summary>Operations arrive at times of their own.</summary>
    /// <param name="Schedule">Makes the row of arrivals, anew for each pass.</param>
    /// <param name="Busiest">The highest rate, in arrivals a ns.</param>
    /// <param name="Length">How long, in ns.</param>
    /// <param name="Iterations">Arrivals that end it.</param>
    internal sealed record Arriving(Func<ArrivalSchedule> Schedule, double Busiest, long? Length, long? Iterations = null) : Stage(Length, Iterations);

    /// <summary>So many copies run one operation after another.</summary>
    /// <param name="From">Copies at its beginning.</param>
    /// <param name="To">Copies at its end.</param>
    /// <param name="Length">How long, in ns.</param>
    /// <param name="Iterations">Operations that end it.</param>
    internal sealed record Copying(int From, int To, long? Length, long? Iterations = null) : Stage(Length, Iterations)
    {
        /// <summary>How many copies there are to be after some time; every copy is there at once where the number does not change.</summary>
        public int CopiesAt(long elapsed) => Length is { } length && From != To
            ? (int)Math.Round(From + ((double)(To - From) * Math.Min(elapsed, length) / length))
            : To;
    }

    /// <summary>Nothing.</summary>
    internal sealed record Pausing(long? Length) : Stage(Length, null);

    /// <summary>Stages in NBomber's words; a ramp begins where the stage of its kind before it ended.</summary>
    public static IReadOnlyList<Stage> Of(IEnumerable<Simulation> simulations)
    {
        var stages = new List<Stage>();
        var (copies, rate) = (0, 0.0);
        foreach (var simulation in simulations)
        {
            var stage = Of(simulation, copies, rate);
            stages.Add(stage);
            copies = stage is Copying copying ? copying.To : 0;
            rate = simulation is Simulation.Inject or Simulation.RampingInject && stage is Arriving ? FinalRate(simulation) : 0;
        }

        return stages;
    }

    private static Stage Of(Simulation simulation, int copies, double rate) => simulation switch
    {
        Simulation.KeepConstant keep => new Copying(keep.Copies, keep.Copies, keep.During.Nanoseconds),
        Simulation.RampingConstant ramp => new Copying(copies, ramp.Copies, ramp.During.Nanoseconds),
        Simulation.IterationsForConstant counted => new Copying(counted.Copies, counted.Copies, null, counted.Iterations),
        Simulation.Inject inject => Even(FinalRate(inject), inject.During.Nanoseconds, null),
        Simulation.RampingInject ramp => new Arriving(
            () => ArrivalSchedule.Ramp(rate, FinalRate(ramp), ramp.During.Nanoseconds),
            Math.Max(rate, FinalRate(ramp)),
            ramp.During.Nanoseconds),
        Simulation.InjectRandom random => new Arriving(
            () => ArrivalSchedule.Random(random.MinRate, random.MaxRate, random.Interval.Nanoseconds),
            random.MaxRate / (double)random.Interval.Nanoseconds,
            random.During.Nanoseconds),
        Simulation.IterationsForInject counted => Even(counted.Rate / (double)counted.Interval.Nanoseconds, null, counted.Iterations),
        Simulation.Pause pause => new Pausing(pause.During.Nanoseconds),
        _ => throw new ArgumentOutOfRangeException(nameof(simulation), simulation, "not a stage"),
    };

    private static Arriving Even(double rate, long? length, long? iterations) => new(() => ArrivalSchedule.Even(rate), rate, length, iterations);

    private static double FinalRate(Simulation simulation) => simulation switch
    {
        Simulation.Inject inject => inject.Rate / (double)inject.Interval.Nanoseconds,
        Simulation.RampingInject ramp => ramp.Rate / (double)ramp.Interval.Nanoseconds,
        _ => 0,
    };
}
