using System.Globalization;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning.SelfChecks;

/// <summary>Plans a selfcheck: variants against themselves, which no profile can ask for, measured like other comparisons. Pure.</summary>
internal static class SelfCheckPlan
{
    /// <summary>Name of its profile.</summary>
    public const string Name = SelfCheckResult.ProfileName;

    /// <summary>Seed where none is given.</summary>
    public const int DefaultSeed = 1;

    /// <summary>For both sides: each process decides at random when it starts whether it runs 69 operations for every 50 that are counted. The two speeds are 38 % apart, as in a public report.</summary>
    public static readonly InjectedSlowdown DrawnLevel = new(Counted: 50, Run: 69, Drawn: true);

    // Half a minute of disturbance then costs each comparison one pair of eight, which the next look evens out.
    private const int Group = 16;

    /// <summary>The plan, with the profile that stands for it in the run folder. The same catalogue and seed give the same plan.</summary>
    /// <exception cref="InvalidOperationException">The catalogue has too few cells.</exception>
    public static (Profile Profile, Plan Plan) Make(SelfCheckSize size, Catalogue catalogue, int seed)
    {
        var random = new Random(seed);
        var draw = new SelfCheckDraw(catalogue, random);
        List<(Combination One, SidePair<InjectedSlowdown>? Injected)> drawn =
        [
            .. draw.Any("same", size.Calm, [PressureSettings.Calm]).Select(one => (one, (SidePair<InjectedSlowdown>?)null)),
            .. draw.Any("same", size.Pressed, SelfCheckDraw.Pressures).Select(one => (one, (SidePair<InjectedSlowdown>?)null)),
            .. draw.Completing("injected", size.Injected).Select(one => (one, new SidePair<InjectedSlowdown>(NoneOf(size.Slowdown), size.Slowdown))),
            .. draw.Completing("levels", size.TwoLevels).Select(one => (one, new SidePair<InjectedSlowdown>(DrawnLevel, DrawnLevel))),
        ];
        // In random order, so that an interrupted run has a fair sample of the whole.
        drawn = [.. drawn.Select(entry => (Key: random.NextDouble(), Entry: entry)).OrderBy(entry => entry.Key).Select(entry => entry.Entry)];
        Comparison[] comparisons = [.. drawn.Select((entry, index) => Build(entry.One, entry.Injected, index + 1))];
        var profile = new Profile(
            Profile.CurrentSchemaVersion, Name, seed, size.Measure, TraceSelection.None, [.. drawn.Select(entry => ExperimentOf(entry.One))], []);
        return (profile, new Plan(
            Name,
            Planner.Hash(profile),
            seed,
            size.Measure,
            comparisons,
            LoadOverhead: [],
            ScheduleOf(comparisons, size.Measure.Looks, seed),
            Traced: [],
            Environment: [],
            PairForecast.Of(size.Measure, comparisons, [], traces: 0, waiting: new HashSet<string>())));
    }

    /// <summary>
    /// Groups of comparisons one after the other, each round by round to its first look; then the undecided ones, round by round over all. So a run that is
    /// cut short has judged a fair sample, and what needs more pairs gets them at another time.
    /// </summary>
    private static IReadOnlyList<ScheduledPair> ScheduleOf(IReadOnlyList<Comparison> comparisons, IReadOnlyList<int> looks, int seed) =>
    [
        .. comparisons.Chunk(Group).SelectMany((group, index) => Schedule.Of(group, looks[0], seed + index)),
        .. Schedule.Of(comparisons, looks[^1], seed).Where(pair => pair.Index > looks[0]),
    ];

    // The baseline does the same arithmetic with nothing to add. A branch in one side changes the loop's machine code, worth 4 to 7 % of 2 to 6 ns.
    private static InjectedSlowdown NoneOf(InjectedSlowdown slowdown) => slowdown with { Run = slowdown.Counted };

    private static Comparison Build(Combination combination, SidePair<InjectedSlowdown>? injected, int ordinal)
    {
        var same = ComparisonBuilder.Build(combination, ordinal, injected is null ? [] : injected.Candidate.Drawn ? ["two levels"] : [Mark(injected.Candidate)]);
        if (injected is null) return same;
        return same with { Baseline = same.Baseline with { Injected = injected.Baseline }, Candidate = same.Candidate with { Injected = injected.Candidate } };
    }

    private static string Mark(InjectedSlowdown slowdown) =>
        string.Create(CultureInfo.InvariantCulture, $"{100.0 * (slowdown.Run - slowdown.Counted) / slowdown.Counted:0.#} % injected");

    private static Experiment ExperimentOf(Combination combination) =>
        combination.Experiment with { Loads = [combination.Load], Pressures = [combination.Candidate.Pressure] };
}

/// <summary>
/// Draws cells at random from the catalogue: a workload, one of its variants, a value of each parameter. Every choice is equally likely among those that fit the
/// load. Loads take turns, so that each gets its share. No cell is drawn twice in an experiment.
/// </summary>
/// <param name="catalogue">What can be measured.</param>
/// <param name="random">The source of random numbers.</param>
internal sealed class SelfCheckDraw(Catalogue catalogue, Random random)
{
    /// <summary>Loads under which variants are compared with themselves. Paced loads are not among them: their slices take tenths of a second, and need seconds to be filled.</summary>
    public static IReadOnlyList<LoadSettings> Loads { get; } =
    [
        new LoadSettings.Sequential(), new LoadSettings.ParallelFor(), new LoadSettings.ParallelForAsync(),
        new LoadSettings.ClosedLoop(), new LoadSettings.ClosedLoop(Workers: 64), new LoadSettings.Wave(),
    ];

    /// <summary>Loads under which slowdowns are injected: those that run whole batches.</summary>
    public static IReadOnlyList<LoadSettings> InjectedLoads { get; } = [new LoadSettings.Sequential(), new LoadSettings.ParallelFor()];

    /// <summary>Pressures under which a few variants are compared with themselves: an old heap, and garbage of other code.</summary>
    public static IReadOnlyList<PressureSettings> Pressures { get; } = [PressureSettings.OldHeap, PressureSettings.Churn];

    /// <summary>Workloads that are not drawn: one goes wrong on purpose, the other does nothing and is what every load is measured with anyway.</summary>
    public static IReadOnlySet<string> LeftOut { get; } = new HashSet<string>(StringComparer.Ordinal) { "failing", LoadOverhead.Workload };

    /// <summary>Parameter values that wait a millisecond or more: a pair would hold only a few dozen operations, each as long as a timer.</summary>
    public static IReadOnlySet<(string Workload, string Parameter, string Value)> Milliseconds { get; } =
        new HashSet<(string, string, string)> { ("closures", "delay-ms", "1"), ("simulated-io", "back-end", "task-delay") };

    // Most draws fit; only some loads need operations that are awaited.
    private const int MostAttempts = 10_000;

    private readonly List<WorkloadDescription> workloads = [.. catalogue.Workloads.Where(workload => !LeftOut.Contains(workload.Id))];
    private readonly HashSet<string> drawn = new(StringComparer.Ordinal);

    /// <summary>Draws variants of any kind.</summary>
    /// <exception cref="InvalidOperationException">The catalogue has too few cells.</exception>
    public IEnumerable<Combination> Any(string experiment, int count, IReadOnlyList<PressureSettings> pressures) =>
        Draw(experiment, count, index => (Loads[index % Loads.Count], pressures[index / Loads.Count % pressures.Count]), _ => true);

    /// <summary>Draws variants that always complete synchronously, calm, under loads in which a slowdown can be injected.</summary>
    /// <exception cref="InvalidOperationException">The catalogue has too few cells.</exception>
    public IEnumerable<Combination> Completing(string experiment, int count) =>
        Draw(experiment, count, index => (InjectedLoads[index % InjectedLoads.Count], PressureSettings.Calm), variant => variant.Suspends is null);

    private IEnumerable<Combination> Draw(
        string experiment, int count, Func<int, (LoadSettings Load, PressureSettings Pressure)> conditions, Predicate<VariantDescription> isWanted)
    {
        for (var (index, attempts) = (0, 0); index < count; attempts++)
        {
            if (attempts == MostAttempts) throw new InvalidOperationException($"the catalogue has fewer than {count} cells for {experiment}");
            var (load, pressure) = conditions(index);
            var workload = OneOf(workloads);
            var variant = OneOf(workload.Variants);
            var parameters = workload.Parameters.ToDictionary(parameter => parameter.Name, parameter => OneOf(parameter.Values), StringComparer.Ordinal);
            if (!isWanted(variant) || LoadRefusal.SkippedComparison(load, variant) is not null || TakesMilliseconds(workload, parameters)) continue;
            var combination = Against(experiment, workload, variant, parameters).With(cell => cell with { Load = load, Pressure = pressure });
            if (!drawn.Add(ComparisonBuilder.Id(combination))) continue;
            index++;
            yield return combination;
        }
    }

    private T OneOf<T>(IReadOnlyList<T> values) => values[random.Next(values.Count)];

    private static bool TakesMilliseconds(WorkloadDescription workload, Dictionary<string, string> parameters) =>
        parameters.Any(parameter => Milliseconds.Contains((workload.Id, parameter.Key, parameter.Value)));

    private static Combination Against(string experiment, WorkloadDescription workload, VariantDescription variant, Dictionary<string, string> parameters)
    {
        var values = parameters.ToDictionary(parameter => parameter.Key, parameter => (IReadOnlyList<string>)[parameter.Value], StringComparer.Ordinal);
        var single = new Experiment($"{experiment}-{workload.Id}", workload.Id, values, variant.Id, [variant.Id], [], [], [GcSettings.Default], []);
        var cell = new Cell("", workload.Id, variant.Id, parameters, new LoadSettings.Sequential(), PressureSettings.Calm, GcSettings.Default);
        return new Combination(single, cell, cell);
    }
}

/// <summary>How much a selfcheck measures.</summary>
/// <param name="Measure">How each is measured and judged.</param>
/// <param name="Budget">The default time budget. With the start and the end, the check takes an hour, or two minutes.</param>
internal sealed record SelfCheckSize(MeasureSettings Measure, Duration Budget)
{
    private static readonly Duration AnHour = Duration.FromSeconds(58 * 60);
    private static readonly Duration TwoMinutes = Duration.FromSeconds(110);

    // Pairs like those of compare. Half the usual width, so that a comparison next to the margin does not end undecided while looks are left.
    private static readonly MeasureSettings Thorough = MeasureSettings.Default with { Slices = ProfileSource.Slices, HalfWidth = 0.01 };

    // Where pairs spread by 8 %, 98 checks of 100 pass in two minutes with this margin, 70 with 6 % and none with 3 % (simulated).
    private static readonly MeasureSettings Coarse = Thorough with { Looks = [8, 12, 16], Margin = 0.08 };

    /// <summary>The whole proof: a hundred against themselves, sixty injected; and a few at two levels.</summary>
    public static SelfCheckSize Full { get; } = new(Thorough, AnHour) { Calm = 88, Pressed = 12, Injected = 60, TwoLevels = 12 };

    /// <summary>A hundred comparisons at two speeds, to prove that no verdict follows from them. Two speeds end a comparison at its first look.</summary>
    public static SelfCheckSize Levels { get; } = new(Thorough, AnHour) { TwoLevels = 100 };

    /// <summary>A few of them.</summary>
    public static SelfCheckSize QuickLevels { get; } = new(Thorough with { Looks = [8] }, TwoMinutes) { TwoLevels = 4 };

    /// <summary>What fits into two minutes: a margin that a quiet machine can decide with the pairs in that time (docs/evidence/selfcheck.md).</summary>
    public static SelfCheckSize Quick { get; } = new(Coarse, TwoMinutes) { Calm = 4, Injected = 3, Slowdown = new InjectedSlowdown(Counted: 20, Run: 23) };

    /// <summary>Variants against themselves without pressure.</summary>
    public int Calm { get; init; }

    /// <summary>Variants against themselves under pressure, in turn under each of <see cref="SelfCheckDraw.Pressures"/>.</summary>
    public int Pressed { get; init; }

    /// <summary>Variants against themselves with a slowdown injected in the candidate.</summary>
    public int Injected { get; init; }

    /// <summary>That slowdown: 5 %, 21 operations for every 20 that are counted.</summary>
    public InjectedSlowdown Slowdown { get; init; } = new(Counted: 20, Run: 21);

    /// <summary>Variants against themselves, where each process draws one of two levels when it starts.</summary>
    public int TwoLevels { get; init; }
}
