using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>One entry of <c>loads</c>: a kind, or an object with a kind and its members.</summary>
internal static class LoadFormat
{
    private const int MostInFlight = 100_000;
    private const int MostArrivalsInFlight = 10_000;

    private static readonly Duration Millisecond = Duration.FromMilliseconds(1);

    private static readonly Member<int> Degree = Member.Setting("degree", Formats.Whole(1, 1_024, orWord: "cores"), "cores", "workers of every parallelFor and parallelForAsync load");
    private static readonly Member<int> Chunk = Member.Optional("chunk", Formats.Whole(1, 1_000_000), "operations per iteration, by default as many as take about 20 µs");

    private static readonly Member<int> Workers =
        Member.Setting("workers", Formats.Whole(1, MostInFlight), new LoadSettings.ClosedLoop().Workers, "workers of every closedLoop load");

    // Timers of the platform count whole milliseconds.
    private static readonly Member<Duration> ThinkTime =
        Member.Optional("thinkTime", Formats.Time(Millisecond, Duration.FromSeconds(60)), "pause of a worker after each operation, in whole milliseconds");

    private static readonly Member<int> Size = Member.Setting("size", Formats.Whole(1, MostInFlight), new LoadSettings.Wave().Size, "operations in flight of every wave load");

    private static readonly Member<int> Rate = Member.Setting("rate", Formats.Whole(1, StageFormat.MostPerSecond), 1_000, "arrivals per second of every openLoop load");
    private static readonly Member Steps = Member.Optional("steps", Formats.ListOf(StageFormat.Step), "rates that follow one another, instead of \"rate\"") with { Takes = "list of \"rate\" and \"during\"" };

    private static readonly Member<ArrivalSpacing> Arrivals = Member.Optional(
        "arrivals", Formats.Word(("constant", ArrivalSpacing.Constant), ("poisson", ArrivalSpacing.Poisson)), ArrivalSpacing.Constant, "how arrivals are spaced");

    private static readonly Member<int> MaxInFlight = Member.Setting(
        "maxInFlight", Formats.Whole(1, MostArrivalsInFlight), LoadSettings.OpenLoop.DefaultMaxInFlight, "operations under way at once; an arrival beyond is dropped");

    private static readonly Member Stages = Member.Required("stages", Formats.ListOf(StageFormat.Stage), "what it does, one after another") with { Takes = "list of stages" };

    private static readonly Member<LoadEngine> Engine = Member.Optional(
        "engine", Formats.Word(("native", LoadEngine.Native), ("nbomber", LoadEngine.NBomber)), LoadEngine.Native, "which engine starts operations");

    /// <summary>The kinds there are.</summary>
    public static Kinds<LoadSettings> Kinds { get; } = new("load", "load",
    [
        new("sequential", "one dedicated thread, one operation after another, blocking on a pending one", _ => new LoadSettings.Sequential()),
        new(
            "parallelFor", "Parallel.For over chunks on all cores, or on \"degree\" workers, consuming synchronously",
            members => new LoadSettings.ParallelFor(members.Read(Degree), members.Read(Chunk)), Degree, Chunk),
        new(
            "parallelForAsync", "Parallel.ForAsync over chunks, \"degree\" at once, awaiting",
            members => new LoadSettings.ParallelForAsync(members.Read(Degree), members.Read(Chunk)), Degree, Chunk),
        new(
            "closedLoop", "\"workers\" on the thread pool, 1 by default, each awaiting its operation before the next, after a \"thinkTime\" if given",
            members => new LoadSettings.ClosedLoop(members.Value(Workers), WholeMilliseconds(members)), Workers, ThinkTime),
        new(
            "wave", "starts \"size\" operations, 64 by default, awaits them all, and repeats: the worst case for bounded pools",
            members => new LoadSettings.Wave(members.Value(Size)), Size),
        new(
            "openLoop", "arrivals at a \"rate\" per second, or in \"steps\", without waiting for earlier ones; latency counts from when each was due",
            OpenLoop, Rate, Steps, Arrivals, MaxInFlight) { Alternatives = [Rate, Steps] },
        new("simulations", "\"stages\" in NBomber's words, one after another; \"engine\": \"nbomber\" hands them to NBomber itself", Simulations, Stages, Engine),
    ]);

    /// <summary>The format of a load.</summary>
    public static Format Format { get; } = Formats.AnyOf([Formats.Words(Kinds.Words), .. Kinds.All.Select(kind => kind.Format)]);

    /// <summary>The load, or null with an error.</summary>
    public static LoadSettings? Read(ValueReader values, JsonMember entry) => entry.Value is JsonTree.Text ? Kinds.Word(values, entry) : Kinds.Object(values, entry);

    private static Duration? WholeMilliseconds(ObjectReader members)
    {
        var time = members.Read(ThinkTime);
        if (time is { } given && given.Nanoseconds % Millisecond.Nanoseconds != 0)
            members.Values.Errors.Add(members.Take(ThinkTime)!.Value.At, $"\"thinkTime\" must be a whole number of milliseconds, not {given}");
        return time;
    }

    private static LoadSettings.OpenLoop OpenLoop(ObjectReader members)
    {
        var (rate, steps) = (members.Take(Rate), members.Take(Steps));
        if (rate is not null && steps is not null)
            members.Values.Errors.Add(steps.Value.At, "\"rate\" and \"steps\" exclude each other: each step has its own rate");
        return new LoadSettings.OpenLoop(
            steps is null ? members.Value(Rate) : null,
            steps is null ? null : [.. (members.Values.Items(steps) ?? []).Select(item => StageFormat.ReadStep(members.Values, item)).OfType<RateStep>()],
            members.Value(Arrivals),
            members.Value(MaxInFlight));
    }

    private static LoadSettings.Simulations Simulations(ObjectReader members)
    {
        var (list, errors) = (members.Take(Stages), members.Values.Errors);
        var before = errors.Count;
        Simulation[] stages = [.. (members.Values.Items(list) ?? []).Select(item => StageFormat.Kinds.Object(members.Values, item)).OfType<Simulation>()];
        // Wrong stages have been reported already.
        if (errors.Count == before && stages.Length > 0 && !Array.Exists(stages, StageFormat.RunsOperations))
            errors.Add(list!.Value.At, "\"stages\" must have one that runs operations");
        return new LoadSettings.Simulations(stages, members.Value(Engine));
    }
}
