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
        members.Expect(new Expected.AtMostOneOf(["rate", "steps"]));
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
