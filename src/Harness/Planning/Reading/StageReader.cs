using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>One entry of <c>stages</c> or <c>steps</c>: what a load in wall time does for a while.</summary>
internal sealed class StageReader(ValueReader values)
{
    private const int MostCopies = 10_000;
    private const int MostPerSecond = 1_000_000;
    private const int MostIterations = 1_000_000_000;

    private static readonly Duration Shortest = Duration.FromMilliseconds(100);
    private static readonly Duration Longest = Duration.FromSeconds(3_600);
    private static readonly Duration Second = Duration.FromSeconds(1);

    private static readonly string[] Kinds = [.. Vocabulary.Stages.Select(stage => stage.Name)];

    /// <summary>Arrivals a second.</summary>
    public int? PerSecond(JsonMember? member) => values.Whole(member, 1, MostPerSecond);

    /// <summary>A rate for a while, or null with an error.</summary>
    public RateStep? Step(JsonMember entry)
    {
        if (ObjectReader.Over(entry.Value, "step", values.Errors) is not { } members) return null;
        var (rate, during) = (PerSecond(members.Required("rate")), During(members));
        members.RefuseOthers();
        return rate is { } arrivals && during is { } length ? new RateStep(arrivals, length) : null;
    }

    /// <summary>A stage of a simulated load, or null with an error.</summary>
    public Simulation? Read(JsonMember entry)
    {
        if (ObjectReader.Over(entry.Value, "stage", values.Errors) is not { } members) return null;
        var kind = values.Known(members.Required("kind"), "simulation", Kinds);
        var stage = FromMembers(kind, members);
        if (kind is not null) members.RefuseOthers();
        return stage;
    }

    // All members are read before the stage is made of them: one that is wrong hides no other.
    private Simulation? FromMembers(string? kind, ObjectReader members) => kind switch
    {
        "keepConstant" => (Copies(members, least: 1), During(members)) is ({ } copies, { } during) ? new Simulation.KeepConstant(copies, during) : null,
        "rampingConstant" => (Copies(members, least: 0), During(members)) is ({ } copies, { } during) ? new Simulation.RampingConstant(copies, during) : null,
        "iterationsForConstant" =>
            (Copies(members, least: 1), Iterations(members)) is ({ } copies, { } iterations) ? new Simulation.IterationsForConstant(copies, iterations) : null,
        "inject" =>
            (Rate(members, "rate", least: 1), Interval(members), During(members)) is ({ } rate, var interval, { } during) ? new Simulation.Inject(rate, interval, during) : null,
        "rampingInject" =>
            (Rate(members, "rate", least: 0), Interval(members), During(members)) is ({ } rate, var interval, { } during) ? new Simulation.RampingInject(rate, interval, during) : null,
        "injectRandom" => Random(members),
        "iterationsForInject" =>
            (Rate(members, "rate", least: 1), Interval(members), Iterations(members)) is ({ } rate, var interval, { } iterations) ? new Simulation.IterationsForInject(rate, interval, iterations) : null,
        "pause" => During(members) is { } during ? new Simulation.Pause(during) : null,
        _ => null,
    };

    private Simulation.InjectRandom? Random(ObjectReader members)
    {
        var most = members.Required("maxRate");
        var (least, greatest, interval, length) = (Rate(members, "minRate", least: 0), values.Whole(most, 1, MostPerSecond), Interval(members), During(members));
        if (least is not { } min || greatest is not { } max) return null;
        if (min > max) values.Errors.Add(most!.Value.At, "\"maxRate\" must not be below \"minRate\"");
        return length is { } during ? new Simulation.InjectRandom(min, max, interval, during) : null;
    }

    private int? Copies(ObjectReader members, int least) => values.Whole(members.Required("copies"), least, MostCopies);

    private int? Iterations(ObjectReader members) => values.Whole(members.Required("iterations"), 1, MostIterations);

    private int? Rate(ObjectReader members, string name, int least) => values.Whole(members.Required(name), least, MostPerSecond);

    private Duration Interval(ObjectReader members) => values.Time(members.Optional("interval"), Shortest, Longest) ?? Second;

    private Duration? During(ObjectReader members) => values.Time(members.Required("during"), Shortest, Longest);
}
