using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>One entry of <c>loads</c>: a kind, or an object with a kind and its members.</summary>
internal sealed class LoadReader(ValueReader values)
{
    private const int MostWorkers = 1_024;
    private const int MostInFlight = 100_000;
    private const int MostArrivalsInFlight = 10_000;
    private const int DefaultRate = 1_000;

    private static readonly string[] Kinds = [.. Vocabulary.Loads.Select(load => load.Name)];
    private static readonly (string, ArrivalSpacing)[] Spacings = [("constant", ArrivalSpacing.Constant), ("poisson", ArrivalSpacing.Poisson)];
    private static readonly (string, LoadEngine)[] Engines = [("native", LoadEngine.Native), ("nbomber", LoadEngine.NBomber)];

    /// <summary>The load, or null with an error.</summary>
    public LoadSettings? Read(JsonMember entry)
    {
        if (entry.Value is JsonTree.Text) return FromWord(entry);
        if (ObjectReader.Over(entry.Value, "load", values.Errors) is not { } members) return null;
        var kind = values.Known(members.Required("kind"), "load", Kinds);
        var load = FromMembers(kind, members);
        // The members of a kind that is not known cannot be judged.
        if (kind is not null) members.RefuseOthers();
        return load;
    }

    private LoadSettings? FromWord(JsonMember entry)
    {
        var kind = values.Known(entry, "load", Kinds);
        if (kind == "simulations") values.Errors.Add(entry.Value.At, "\"simulations\" needs its stages: { \"kind\": \"simulations\", \"stages\": [ … ] }");
        return kind switch
        {
            "sequential" => new LoadSettings.Sequential(),
            "parallelFor" => new LoadSettings.ParallelFor(),
            "parallelForAsync" => new LoadSettings.ParallelForAsync(),
            "closedLoop" => new LoadSettings.ClosedLoop(),
            "wave" => new LoadSettings.Wave(),
            "openLoop" => new LoadSettings.OpenLoop(DefaultRate, null, ArrivalSpacing.Constant),
            _ => null,
        };
    }

    private LoadSettings? FromMembers(string? kind, ObjectReader members) => kind switch
    {
        "sequential" => new LoadSettings.Sequential(),
        "parallelFor" => new LoadSettings.ParallelFor(Degree(members.Optional("degree")), Chunk(members)),
        "parallelForAsync" => new LoadSettings.ParallelForAsync(Degree(members.Optional("degree")), Chunk(members)),
        "closedLoop" => new LoadSettings.ClosedLoop(Count(members.Optional("workers")) ?? new LoadSettings.ClosedLoop().Workers, ThinkTime(members)),
        "wave" => new LoadSettings.Wave(Count(members.Optional("size")) ?? new LoadSettings.Wave().Size),
        "openLoop" => OpenLoop(members),
        "simulations" => Simulations(members),
        _ => null,
    };

    private LoadSettings.OpenLoop OpenLoop(ObjectReader members)
    {
        var (rate, steps) = (members.Optional("rate"), members.Optional("steps"));
        members.Expect(new ExpectedValue.AtMostOneOf(["rate", "steps"]));
        if (rate is not null && steps is not null)
            values.Errors.Add(steps.Value.At, "\"rate\" and \"steps\" exclude each other: steps have rates of their own");
        var stages = new StageReader(values);
        return new LoadSettings.OpenLoop(
            steps is null ? stages.PerSecond(rate) ?? DefaultRate : null,
            steps is null ? null : [.. (values.Items(steps) ?? []).Select(stages.Step).OfType<RateStep>()],
            values.Word(members.Optional("arrivals"), Spacings) ?? ArrivalSpacing.Constant,
            values.Whole(members.Optional("maxInFlight"), 1, MostArrivalsInFlight) ?? LoadSettings.OpenLoop.DefaultMaxInFlight);
    }

    private LoadSettings.Simulations Simulations(ObjectReader members)
    {
        var list = members.Required("stages");
        Simulation[] stages = [.. (values.Items(list) ?? []).Select(new StageReader(values).Read).OfType<Simulation>()];
        // Wrong stages have said so already.
        if (stages.Length > 0 && !Array.Exists(stages, RunsOperations)) values.Errors.Add(list!.Value.At, "\"stages\" must have one that runs operations");
        return new LoadSettings.Simulations(stages, values.Word(members.Optional("engine"), Engines) ?? LoadEngine.Native);
    }

    private static bool RunsOperations(Simulation stage) =>
        stage is not (Simulation.Pause or Simulation.RampingConstant { Copies: 0 } or Simulation.RampingInject { Rate: 0 });

    private int? Count(JsonMember? member) => member is null ? null : values.Whole(member, 1, MostInFlight);

    private int? Chunk(ObjectReader members) => values.Whole(members.Optional("chunk"), 1, 1_000_000);

    // Timers of the platform count whole milliseconds.
    private Duration? ThinkTime(ObjectReader members)
    {
        var member = members.Optional("thinkTime");
        var time = values.Time(member, Duration.FromMilliseconds(1), Duration.FromSeconds(60));
        if (time is { } given && given.Nanoseconds % Duration.FromMilliseconds(1).Nanoseconds != 0)
            values.Errors.Add(member!.Value.At, $"\"thinkTime\" must be a whole number of milliseconds, not {given}");
        return time;
    }

    private int? Degree(JsonMember? member) => values.Whole(member, 1, MostWorkers, "cores");
}

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
