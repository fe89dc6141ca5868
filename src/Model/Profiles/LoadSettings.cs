using System.Text.Json.Serialization;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Profiles;

/// <summary>How operations are driven and consumed. A closed set; each case is one <c>kind</c> of a profile.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(Sequential), "sequential")]
[JsonDerivedType(typeof(ParallelFor), "parallelFor")]
[JsonDerivedType(typeof(ParallelForAsync), "parallelForAsync")]
[JsonDerivedType(typeof(ClosedLoop), "closedLoop")]
[JsonDerivedType(typeof(Wave), "wave")]
[JsonDerivedType(typeof(OpenLoop), "openLoop")]
[JsonDerivedType(typeof(Simulations), "simulations")]
public abstract record LoadSettings
{
    private LoadSettings()
    {
    }

    /// <summary>The word of the profile, such as <c>sequential</c>.</summary>
    [JsonIgnore]
    public string Kind => KindWord.Of(this);

    /// <summary>A short slug that tells this load from others of its kind, used in ids and file names.</summary>
    [JsonIgnore]
    public string Slug => LoadSlug.Of(this);

    /// <summary>Whether a thread blocks on an operation that is pending; the others await it.</summary>
    [JsonIgnore]
    public bool Blocks => this is Sequential or ParallelFor;

    /// <summary>Whether workers wait between operations, so that elapsed time ÷ operations is not the time of an operation.</summary>
    [JsonIgnore]
    public bool IsPaced => HasSchedule || this is ClosedLoop { ThinkTime: not null };

    /// <summary>Whether operations start at times that are given from outside, so that pool threads wait between them.</summary>
    [JsonIgnore]
    public bool HasSchedule => this is OpenLoop or Simulations;

    /// <summary>Whether operations keep the thread pool's threads at work all the time.</summary>
    [JsonIgnore]
    public bool FillsPool => this is ParallelForAsync or Wave or ClosedLoop { ThinkTime: null };

    /// <summary>Stages in wall time, when it has them: they run through once per pair, however long slices are.</summary>
    [JsonIgnore]
    public IReadOnlyList<Simulation>? Timeline => this switch
    {
        Simulations simulations => simulations.Stages,
        OpenLoop { Steps: { } steps } => [.. steps.Select(step => new Simulation.Inject(step.Rate, Duration.FromSeconds(1), step.During))],
        _ => null,
    };

    /// <summary>Length of the whole run of another engine, which cannot be measured in slices; null where it can.</summary>
    [JsonIgnore]
    public Duration? WholeRun => this is Simulations { Engine: LoadEngine.NBomber } simulations
        ? new Duration(simulations.Stages.Sum(stage => stage.Length?.Nanoseconds ?? 0))
        : null;

    /// <summary>One dedicated thread, one operation after another, blocking on a pending one.</summary>
    public sealed record Sequential : LoadSettings;

    /// <summary><c>Parallel.For</c> over chunks, consuming synchronously.</summary>
    /// <param name="Degree">Most workers at once; null means one for each core that the process may use, less one where a simulated device needs it.</param>
    /// <param name="Chunk">Operations per iteration; null means about 20 µs worth of them.</param>
    public sealed record ParallelFor(int? Degree = null, int? Chunk = null) : LoadSettings;

    /// <summary><c>Parallel.ForAsync</c> over chunks, awaiting.</summary>
    /// <param name="Degree">Most iterations at once; null as for <see cref="ParallelFor"/>.</param>
    /// <param name="Chunk">Operations per iteration, one awaited before the next; null means about 20 µs worth of them.</param>
    public sealed record ParallelForAsync(int? Degree = null, int? Chunk = null) : LoadSettings;

    /// <summary>Workers on the thread pool, each awaiting its operation before the next.</summary>
    /// <param name="Workers">How many, 1 or more; default 1, the plain awaiting loop.</param>
    /// <param name="ThinkTime">Pause of a worker after each operation, in whole milliseconds; null for none.</param>
    public sealed record ClosedLoop(int Workers = 1, Duration? ThinkTime = null) : LoadSettings;

    /// <summary>Starts operations together, awaits them all, and repeats.</summary>
    /// <param name="Size">Operations in flight together, 1 or more; default 64.</param>
    public sealed record Wave(int Size = 64) : LoadSettings;

    /// <summary>Operations arrive at a rate, whether or not earlier ones have ended; latency counts from when each was due.</summary>
    /// <param name="Rate">Arrivals per second, 1 or more; null where <paramref name="Steps"/> say.</param>
    /// <param name="Steps">Rates that follow one another, run through once per pair; null for one rate throughout.</param>
    /// <param name="Arrivals">How arrivals are spaced.</param>
    /// <param name="MaxInFlight">Most operations running at once; a further arrival is dropped and counted.</param>
    public sealed record OpenLoop(int? Rate, IReadOnlyList<RateStep>? Steps, ArrivalSpacing Arrivals, int MaxInFlight = OpenLoop.DefaultMaxInFlight) : LoadSettings
    {
        /// <summary>Operations that may run at once where a profile does not say.</summary>
        public const int DefaultMaxInFlight = 1_000;
    }

    /// <summary>Stages one after another, in the words and meaning of NBomber, run through once per pair.</summary>
    /// <param name="Stages">At least one.</param>
    /// <param name="Engine">Who decides when operations start.</param>
    public sealed record Simulations(IReadOnlyList<Simulation> Stages, LoadEngine Engine = LoadEngine.Native) : LoadSettings
    {
        /// <summary>Whether operations arrive at a rate in some stage; those of a copy run one after another.</summary>
        [JsonIgnore]
        public bool HasArrivals => Stages.Any(stage => stage is Simulation.Inject or Simulation.RampingInject or Simulation.InjectRandom or Simulation.IterationsForInject);
    }
}

/// <summary>A rate for a while.</summary>
/// <param name="Rate">Arrivals per second, 1 or more.</param>
/// <param name="During">For how long.</param>
public sealed record RateStep(int Rate, Duration During);

/// <summary>How arrivals are spaced.</summary>
public enum ArrivalSpacing
{
    /// <summary>Evenly.</summary>
    Constant,

    /// <summary>With exponential gaps, the same in both sides: independent callers.</summary>
    Poisson,
}

/// <summary>Who decides when operations of <see cref="LoadSettings.Simulations"/> start.</summary>
public enum LoadEngine
{
    /// <summary>This program.</summary>
    Native,

    /// <summary>NBomber itself, in its own build of the host.</summary>
    NBomber,
}

/// <summary>Short names of loads for ids: the kind and what tells it from others of its kind, <c>closedLoop-64</c>.</summary>
internal static class LoadSlug
{
    public static string Of(LoadSettings load) => string.Join('-', Parts(load).Prepend(load.Kind));

    private static IEnumerable<string> Parts(LoadSettings load) => load switch
    {
        LoadSettings.ParallelFor parallel => [.. Number(parallel.Degree), .. Number(parallel.Chunk, "chunk-")],
        LoadSettings.ParallelForAsync parallel => [.. Number(parallel.Degree), .. Number(parallel.Chunk, "chunk-")],
        LoadSettings.ClosedLoop loop => [.. Number(loop.Workers), .. loop.ThinkTime is { } think ? [$"think-{think}"] : Nothing],
        LoadSettings.Wave wave => Number(wave.Size),
        LoadSettings.OpenLoop open => Parts(open),
        LoadSettings.Simulations { Engine: LoadEngine.NBomber } simulations => ["nbomber", .. simulations.Stages.Select(Of)],
        LoadSettings.Simulations simulations => simulations.Stages.Select(Of),
        _ => Nothing,
    };

    private static string[] Nothing => [];

    private static IEnumerable<string> Parts(LoadSettings.OpenLoop open) =>
    [
        .. open.Steps is { } steps ? steps.Select(step => Text($"{step.Rate}-{step.During}")) : Number(open.Rate),
        .. open.Arrivals == ArrivalSpacing.Poisson ? ["poisson"] : Nothing,
        .. open.MaxInFlight == LoadSettings.OpenLoop.DefaultMaxInFlight ? Nothing : Number(open.MaxInFlight, "most-"),
    ];

    private static string Of(Simulation stage) => $"{stage.Kind}-" + stage switch
    {
        Simulation.KeepConstant keep => Text($"{keep.Copies}-{keep.During}"),
        Simulation.RampingConstant ramp => Text($"{ramp.Copies}-{ramp.During}"),
        Simulation.IterationsForConstant fixedCount => Text($"{fixedCount.Copies}-{fixedCount.Iterations}"),
        Simulation.Inject inject => Text($"{inject.Rate}-per-{inject.Interval}-{inject.During}"),
        Simulation.RampingInject ramp => Text($"{ramp.Rate}-per-{ramp.Interval}-{ramp.During}"),
        Simulation.InjectRandom random => Text($"{random.MinRate}-{random.MaxRate}-per-{random.Interval}-{random.During}"),
        Simulation.IterationsForInject fixedCount => Text($"{fixedCount.Rate}-per-{fixedCount.Interval}-{fixedCount.Iterations}"),
        Simulation.Pause pause => Text($"{pause.During}"),
        _ => throw new InvalidOperationException($"{stage.GetType().Name} has no slug"),
    };

    private static string[] Number(int? number, string prefix = "") => number is { } given ? [prefix + Text($"{given}")] : Nothing;

    private static string Text(FormattableString text) => FormattableString.Invariant(text);
}

/// <summary>The word of a case of a union: the name of its type in camel case, as <c>JsonDerivedType</c> says it too.</summary>
internal static class KindWord
{
    public static string Of(object entry)
    {
        var name = entry.GetType().Name;
        return char.ToLowerInvariant(name[0]) + name[1..];
    }
}
