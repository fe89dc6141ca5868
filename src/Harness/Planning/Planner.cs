using System.Globalization;
using System.Security.Cryptography;
using System.Text.Json;
using AsyncLoad.Harness.Planning.Sweeps;
using AsyncLoad.Model;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>Makes a plan from a profile, a catalogue and options. Pure: the same input gives the same plan, byte for byte.</summary>
internal static class Planner
{
    /// <summary>Plans a profile that was read against the same catalogue.</summary>
    public static PlanOutcome Make(Profile profile, Catalogue catalogue, PlanOptions options)
    {
        var resolved = Resolve(profile, options);
        var runtimes = options.Runtimes ?? [];
        var builds = options.Builds ?? [];
        var all = Combinations(resolved, catalogue, builds);
        if (Twice(all) is { } twice) return new PlanOutcome.Refused(twice);
        var workloads = catalogue.Workloads.ToDictionary(workload => workload.Id, StringComparer.Ordinal);
        var choice = new ComparisonChoice(options.Only ?? [], options.Categories ?? [], workloads);
        List<Combination> chosen = [.. all.Where(choice.Keeps)];
        if (chosen.Count == 0) return new PlanOutcome.Empty(choice.NothingLeft(all));
        var told = choice.Told(all, chosen.Count);
        var judged = chosen.Select(one => (One: RuntimeRefusals.Resolve(one, runtimes), Reason: BuildRefusals.SkippedComparison(one, builds) ?? RuntimeRefusals.SkippedComparison(one, runtimes) ?? LoadRefusal.SkippedComparison(one.Load, Variants(one, catalogue)) ?? ArgumentRefusal.SkippedComparison(one, workloads[one.Experiment.Workload]))).ToList();
        SkippedComparison[] skipped = [.. judged.Where(entry => entry.Reason is not null).Select(entry => new SkippedComparison(ComparisonBuilder.Id(entry.One), entry.Reason!))];
        chosen = [.. judged.Where(entry => entry.Reason is null).Select(entry => entry.One)];
        if (chosen.Count == 0) return new PlanOutcome.Empty(NothingFits(skipped));
        var pairs = chosen.Sum(one => (long)(one.Experiment.Crossover?.MostSteps ?? 1)) * resolved.Measure.Looks[^1];
        if (pairs > RunManifest.MostPlannedPairs)
            return new PlanOutcome.Refused(string.Create(CultureInfo.InvariantCulture, $"the plan has {pairs:N0} pairs, more than {RunManifest.MostPlannedPairs:N0}: choose fewer comparisons with --only, or fewer pairs with --pairs"));
        var plan = Assemble(resolved, catalogue, chosen, workloads) with { Skipped = skipped.Length == 0 ? null : skipped, Plugins = options.Plugins, Runtimes = RuntimeRefusals.Planned(options.Runtimes) };
        var waiting = Waiting(plan.Comparisons, catalogue);
        if (options.Shard is not { } shard) return Fitting(new PlanOutcome.Made(resolved, SideBySidePlan.Of(plan, options.Places, waiting), told));
        return Sharding.Share(plan, shard, waiting) is { } share
            ? Fitting(new PlanOutcome.Made(resolved, SideBySidePlan.Of(share, options.Places, waiting), told))
            : new PlanOutcome.Empty(Sharding.Empty(shard));
    }

    /// <summary>SHA-256 of a resolved profile's JSON line, lower-case hex.</summary>
    public static string Hash(Profile profile) =>
        Convert.ToHexStringLower(SHA256.HashData(JsonSerializer.SerializeToUtf8Bytes(profile, ModelJson.Line.Profile)));

    private static Profile Resolve(Profile profile, PlanOptions options) => profile with
    {
        Seed = options.Seed ?? profile.Seed,
        Traces = options.Traces ?? profile.Traces,
        CpuSamples = options.CpuSamples || profile.CpuSamples,
        Measure = profile.Measure with { Looks = options.Pairs is { } pairs ? [pairs] : profile.Measure.Looks, InTurn = options.InTurn || profile.Measure.InTurn },
        Experiments = options.Gated ? profile.Experiments : [.. profile.Experiments.Select(experiment => experiment with { Gates = [] })],
    };

    // A shard is a separate run with its own journal.
    private static PlanOutcome Fitting(PlanOutcome.Made made)
    {
        var plan = made.Plan;
        var pairs = (plan.Comparisons.Count + (plan.Sweeps ?? []).Sum(sweep => (long)sweep.MostSteps - sweep.Steps.Count)) * plan.Measure.Looks[^1];
        var journal = PairForecast.JournalBytes(plan.Measure, pairs);
        if (journal <= RunManifest.MostPlannedJournalBytes) return made;
        var (what, less) = plan.Shard is { } shard ? (string.Create(CultureInfo.InvariantCulture, $"shard {shard.Index}/{shard.Count}"), "use more shards") : ("the plan", "measure it in shards (--shard)");
        return new PlanOutcome.Refused(string.Create(
            CultureInfo.InvariantCulture,
            $"{what} has {pairs:N0} pairs of {plan.Measure.Slices} slices, whose journal takes about {new MeasuredSize(journal)}, more than {new MeasuredSize(RunManifest.MostPlannedJournalBytes)}: {less}, or take fewer slices"));
    }

    private static List<Combination> Combinations(Profile profile, Catalogue catalogue, IReadOnlyList<BuildOffer> builds)
    {
        var workloads = catalogue.Workloads.ToDictionary(workload => workload.Id, StringComparer.Ordinal);
        return [.. profile.Experiments.SelectMany(experiment => Matrix.Expand(experiment, workloads[experiment.Workload], builds))];
    }

    // Happens when sides set what a list of the experiment varies, or when their names differ only in a character that ids replace.
    private static string? Twice(IEnumerable<Combination> all)
    {
        var twice = all.Where(one => one.Experiment.Sides is not null).GroupBy(ComparisonBuilder.Id, StringComparer.Ordinal).FirstOrDefault(same => same.Skip(1).Any());
        return twice is null ? null : $"two comparisons would have the id {Printable.Quote(twice.Key)}: give the sides names, and do not list in the experiment what both sides set";
    }

    private static Plan Assemble(Profile profile, Catalogue catalogue, IEnumerable<Combination> chosen, IReadOnlyDictionary<string, WorkloadDescription> workloads)
    {
        var (comparisons, sweeps) = SweepBuilder.Expand(chosen.Select(one => (one, LoadRefusal.Marks(one.Load, Variants(one, catalogue)))), workloads);
        var loadOverhead = LoadOverhead.Of(comparisons, catalogue);
        var traced = Traced(comparisons, profile.Traces);
        return new Plan(
            profile.Name,
            Hash(profile),
            profile.Seed,
            // One question alone is wrong no more often than its interval says.
            profile.Measure with { Confirm = profile.Measure.Confirm && comparisons.Count > 1 },
            comparisons,
            loadOverhead,
            Schedule.Of(comparisons, profile.Measure.Looks[^1], profile.Seed),
            traced,
            profile.Environment,
            PairForecast.With(
                PairForecast.Of(profile.Measure, comparisons, loadOverhead, traced.Count, Waiting(comparisons, catalogue)), profile.Measure, sweeps, comparisons),
            Sweeps: sweeps.Count == 0 ? null : sweeps,
            CpuSamples: profile.CpuSamples);
    }

    // Comparisons whose operations may wait for something: how long is not known yet.
    private static HashSet<string> Waiting(IEnumerable<Comparison> comparisons, Catalogue catalogue)
    {
        return [.. comparisons.Where(comparison => Suspends(comparison.Baseline) || Suspends(comparison.Candidate)).Select(comparison => comparison.Id)];

        bool Suspends(Cell cell) => catalogue.Variant(cell)?.Suspends is not null;
    }

    // Baseline and candidate, as the catalogue describes them.
    private static VariantDescription[] Variants(Combination combination, Catalogue catalogue) =>
        [.. new[] { combination.Baseline, combination.Candidate }.Select(catalogue.Variant).OfType<VariantDescription>().Distinct()];

    private static IReadOnlyList<TracedCell> Traced(IEnumerable<Comparison> comparisons, TraceSelection traces)
    {
        var chosen = traces switch
        {
            TraceSelection.All => comparisons,
            TraceSelection.One => comparisons.Take(1),
            _ => [],
        };
        return [.. chosen.SelectMany(comparison => new[] { new TracedCell(comparison.Id, Side.Baseline), new TracedCell(comparison.Id, Side.Candidate) })];
    }

    private static string NothingFits(SkippedComparison[] skipped) =>
        $"no comparison can be measured: {string.Join("; ", skipped.Select(skip => skip.Reason).Distinct(StringComparer.Ordinal))}";
}

/// <summary>What the command line changes in a plan.</summary>
/// <param name="Seed">Seed instead of the profile's.</param>
/// <param name="Only">Patterns on ids and names of comparisons (see <see cref="ComparisonNames"/>), one of which matches; null for all.</param>
/// <param name="Pairs">One look at this many pairs instead of the profile's looks.</param>
/// <param name="Traces">Which cells get a traced run; null for those of the profile.</param>
/// <param name="Gated">Whether gates are kept.</param>
/// <param name="Shard">Which share of the plan, from 1, and of how many; null for all of it.</param>
/// <param name="CpuSamples">Whether traced runs sample processors even if the profile does not ask for it.</param>
/// <param name="InTurn">Whether sides are measured one after the other even if the profile does not ask for it.</param>
/// <param name="Plugins">Plug-ins that measured processes load; null for none.</param>
/// <param name="Runtimes">What was found of the runtimes that the profile names; null where it names none.</param>
/// <param name="Places">Where pairs go side by side, by the numbers of their processors; null where all go one after the other.</param>
/// <param name="Builds">What was built for sides that have their own builds; null for none.</param>
/// <param name="Categories">Categories of the methods that are compared, one of which each has; null for all.</param>
internal sealed record PlanOptions(
    int? Seed = null,
    IReadOnlyList<string>? Only = null,
    int? Pairs = null,
    TraceSelection? Traces = null,
    bool Gated = true,
    (int Index, int Count)? Shard = null,
    bool CpuSamples = false,
    bool InTurn = false,
    PluginSet? Plugins = null,
    IReadOnlyList<RuntimeOffer>? Runtimes = null,
    IReadOnlyList<IReadOnlyList<int>>? Places = null,
    IReadOnlyList<BuildOffer>? Builds = null,
    IReadOnlyList<string>? Categories = null);

/// <summary>The result of planning.</summary>
internal abstract record PlanOutcome
{
    private PlanOutcome()
    {
    }

    /// <summary>There is a plan.</summary>
    /// <param name="Profile">The profile as the options changed it; its hash is the plan's.</param>
    /// <param name="Plan">What to measure.</param>
    /// <param name="Choice">How many comparisons were chosen of how many; null where all were asked for.</param>
    public sealed record Made(Profile Profile, Plan Plan, string? Choice = null) : PlanOutcome;

    /// <summary>Nothing is left to measure.</summary>
    /// <param name="Message">Why, with the nearest id.</param>
    public sealed record Empty(string Message) : PlanOutcome;

    /// <summary>What is asked for cannot be planned: more pairs than can be waited for, or two comparisons with one id.</summary>
    /// <param name="Message">Why, and what to change.</param>
    public sealed record Refused(string Message) : PlanOutcome;
}
