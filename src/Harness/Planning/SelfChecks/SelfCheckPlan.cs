using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Harness.Planning.SelfChecks;

/// <summary>Plans a selfcheck: what no profile can ask for, a variant against itself, and measured like anything else. Pure.</summary>
internal static class SelfCheckPlan
{
    /// <summary>Name of its profile.</summary>
    public const string Name = SelfCheckResult.ProfileName;

    /// <summary>Seed where none is given.</summary>
    public const int DefaultSeed = 1;

    /// <summary>A slowdown of 5 %: 21 operations are run for every 20 that are counted.</summary>
    public static readonly InjectedSlowdown Slowdown = new(Counted: 20, Run: 21);

    /// <summary>The baseline's: the same sum with nothing to add. Sides that differ in a branch get loops that the compiler lays out differently, which is 4 to 7 % of 2 to 6 ns.</summary>
    public static readonly InjectedSlowdown NoSlowdown = Slowdown with { Run = Slowdown.Counted };

    // A bad spell of half a minute then costs each of them one pair, which an interval over eight survives at its next look.
    private const int Group = 16;

    /// <summary>The plan, with the profile that stands for it in the run folder. The same catalogue and seed give the same plan.</summary>
    /// <exception cref="InvalidOperationException">The catalogue has not so many cells.</exception>
    public static (Profile Profile, Plan Plan) Make(SelfCheckSize size, Catalogue catalogue, int seed)
    {
        var random = new Random(seed);
        var draw = new SelfCheckDraw(catalogue, random);
        List<(Combination One, bool Injected)> drawn =
        [
            .. draw.Any("same", size.Calm, [PressureSettings.Calm]).Select(one => (one, false)),
            .. draw.Any("same", size.Pressed, SelfCheckDraw.Pressures).Select(one => (one, false)),
            .. draw.Completing("injected", size.Injected).Select(one => (one, true)),
        ];
        // In the order of chance: whatever is done when a run is cut short is then a fair sample of the whole.
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
    /// Groups of comparisons one after the other, each round by round to its first look; then whatever is not settled, round by round over all. So a run that is
    /// cut short has judged a fair sample, and what needs more pairs gets them at another time.
    /// </summary>
    private static IReadOnlyList<ScheduledPair> ScheduleOf(IReadOnlyList<Comparison> comparisons, IReadOnlyList<int> looks, int seed) =>
    [
        .. comparisons.Chunk(Group).SelectMany((group, index) => Schedule.Of(group, looks[0], seed + index)),
        .. Schedule.Of(comparisons, looks[^1], seed).Where(pair => pair.Index > looks[0]),
    ];

    private static Comparison Build(Combination combination, bool injected, int ordinal)
    {
        var same = ComparisonBuilder.Build(combination, ordinal, injected ? ["5 % injected"] : []);
        if (!injected) return same;
        return same with { Baseline = same.Baseline with { Injected = NoSlowdown }, Candidate = same.Candidate with { Injected = Slowdown } };
    }

    private static Experiment ExperimentOf(Combination combination) =>
        combination.Experiment with { Loads = [combination.Load], Pressures = [combination.Pressure] };
}
