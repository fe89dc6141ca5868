using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>One entry of <c>stages</c> or <c>steps</c>: what a load in wall time does for a while.</summary>
internal static class StageFormat
{
    /// <summary>Most arrivals per second.</summary>
    public const int MostPerSecond = 1_000_000;

    private static readonly Format<Duration> Length = Formats.Time(Duration.FromMilliseconds(100), Duration.FromSeconds(3_600));

    private static readonly Member<int> Copies = Member.Required("copies", Formats.Whole(1, 10_000));
    private static readonly Member<int> CopiesOrNone = Member.Required("copies", Formats.Whole(0, 10_000));
    private static readonly Member<int> Iterations = Member.Required("iterations", Formats.Whole(1, 1_000_000_000));
    private static readonly Member<int> Rate = Member.Required("rate", Formats.Whole(1, MostPerSecond));
    private static readonly Member<int> RateOrNone = Member.Required("rate", Formats.Whole(0, MostPerSecond));
    private static readonly Member<int> MinRate = Member.Required("minRate", Formats.Whole(0, MostPerSecond));
    private static readonly Member<int> MaxRate = Member.Required("maxRate", Formats.Whole(1, MostPerSecond));
    private static readonly Member<Duration> Interval = Member.Optional("interval", Length, Duration.FromSeconds(1));
    private static readonly Member<Duration> During = Member.Required("during", Length);

    /// <summary>The kinds of stages there are.</summary>
    public static Kinds<Simulation> Kinds { get; } = new("stage", "simulation",
    [
        new(
            "keepConstant", "a number of copies, each starting its next iteration when the last has ended",
            members => new Simulation.KeepConstant(members.Value(Copies), members.Value(During)), Copies, During),
        new(
            "rampingConstant", "copies added or taken away evenly",
            members => new Simulation.RampingConstant(members.Value(CopiesOrNone), members.Value(During)), CopiesOrNone, During),
        new(
            "iterationsForConstant", "a number of copies until a number of iterations are done",
            members => new Simulation.IterationsForConstant(members.Value(Copies), members.Value(Iterations)), Copies, Iterations),
        new(
            "inject", "arrivals at a rate, each running once",
            members => new Simulation.Inject(members.Value(Rate), members.Value(Interval), members.Value(During)), Rate, Interval, During),
        new(
            "rampingInject", "arrivals at a rate that rises or falls evenly",
            members => new Simulation.RampingInject(members.Value(RateOrNone), members.Value(Interval), members.Value(During)), RateOrNone, Interval, During),
        new("injectRandom", "arrivals at a rate drawn anew for each interval", Random, MinRate, MaxRate, Interval, During),
        new(
            "iterationsForInject", "arrivals at a rate until a number of them have come",
            members => new Simulation.IterationsForInject(members.Value(Rate), members.Value(Interval), members.Value(Iterations)), Rate, Interval, Iterations),
        new("pause", "nothing for a while", members => new Simulation.Pause(members.Value(During)), During),
    ]);

    /// <summary>A stage of a simulated load.</summary>
    public static Format Stage { get; } = Formats.AnyOf([.. Kinds.All.Select(kind => kind.Format)]);

    /// <summary>A rate for a while.</summary>
    public static Format Step { get; } = Formats.Object([Rate, During]);

    /// <summary>A rate for a while, or null with an error.</summary>
    public static RateStep? ReadStep(ValueReader values, JsonMember entry)
    {
        if (ObjectReader.Over(entry.Value, "step", values) is not { } members) return null;
        var step = new RateStep(members.Value(Rate), members.Value(During));
        members.RefuseOthers();
        return step;
    }

    /// <summary>Whether any operation runs in a stage.</summary>
    public static bool RunsOperations(Simulation stage) =>
        stage is not (Simulation.Pause or Simulation.RampingConstant { Copies: 0 } or Simulation.RampingInject { Rate: 0 });

    private static Simulation.InjectRandom Random(ObjectReader members)
    {
        var (most, least, greatest) = (members.Take(MaxRate), members.Read(MinRate), members.Read(MaxRate));
        if (least > greatest) members.Values.Errors.Add(most!.Value.At, "\"maxRate\" must not be below \"minRate\"");
        return new Simulation.InjectRandom(least ?? 0, greatest ?? 0, members.Value(Interval), members.Value(During));
    }
}
