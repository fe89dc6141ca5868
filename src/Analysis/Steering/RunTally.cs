using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Steering;

/// <summary>What a run has measured so far, also before it was cut short, and how long the rest takes. That rests on what its own pairs took on this machine.</summary>
public sealed class RunTally
{
    // In seconds. A traced run has a fixed number of slices. Where calls take long, each slice holds one, and the run takes a third to half of a pair.
    private const double TracedRunSeconds = 1;
    private const double TracedShareOfPair = 0.3;

    // At least two pairs: a single one may have met a busy moment.
    private const int FewestRecent = 2;

    private readonly Dictionary<string, List<JournalEntry.Pair>> pairs = new(StringComparer.Ordinal);
    private readonly Dictionary<string, double> paces = new(StringComparer.Ordinal);
    private readonly Dictionary<string, PairsLeft> left = new(StringComparer.Ordinal);
    private readonly HashSet<(string Comparison, Side Side)> traced = [];

    // Comparisons with pairs that were not judged yet: judging each after every pair would take longer than measuring the pairs of a large plan.
    private readonly HashSet<string> changed = new(StringComparer.Ordinal);

    /// <summary>Begins with what a resumed run has.</summary>
    /// <param name="plan">What was planned, with the steps that sweeps have added.</param>
    /// <param name="soFar">The journal of a run that was cut short; empty for a new one.</param>
    public RunTally(Plan plan, IReadOnlyList<JournalEntry> soFar)
    {
        Plan = plan;
        foreach (var comparison in plan.Comparisons) left[comparison.Id] = LeftOf(comparison);
        foreach (var comparison in plan.LoadOverhead) left[comparison.Id] = LeftOf(comparison);
        foreach (var pair in soFar.OfType<JournalEntry.Pair>()) Add(pair);
        foreach (var run in soFar.OfType<JournalEntry.TracedRun>()) Add(run);
    }

    /// <summary>What was planned, with the steps that were added.</summary>
    public Plan Plan { get; private set; }

    /// <summary>A pair ended, well or not.</summary>
    public void Add(JournalEntry.Pair pair)
    {
        if (!pairs.TryGetValue(pair.Comparison, out var own)) pairs[pair.Comparison] = own = [];
        own.Add(pair);
        changed.Add(pair.Comparison);
        // The newest half: machines change. The first pair counts bytes for longer, and is measured alone.
        paces[pair.Comparison] = own.Skip(own.Count > 1 ? 1 : 0).TakeLast(Math.Max(FewestRecent, own.Count / 2)).Average(one => one.Took.Seconds);
    }

    /// <summary>A traced run ended. One that lost events is repeated, and counts once.</summary>
    public void Add(JournalEntry.TracedRun run) => traced.Add((run.Comparison, run.Side));

    /// <summary>A sweep goes on with one more step.</summary>
    public void Add(JournalEntry.AddedStep step)
    {
        Plan = Plan.With(step.Sweep, step.At, step.Comparison);
        left[step.Comparison.Id] = LeftOf(step.Comparison);
    }

    /// <summary>Whether a comparison measures load overhead, which takes one pair and is not judged.</summary>
    public bool IsLoadOverhead(string comparison) => Plan.LoadOverhead.Any(loadOverhead => loadOverhead.Id == comparison);

    /// <summary>The pairs of a comparison that were measured to their end.</summary>
    public IReadOnlyList<CompletedPair> Completed(Comparison comparison) => Progress(comparison).Completed;

    /// <summary>Every attempt of a comparison's pairs, in the order of the journal.</summary>
    public IReadOnlyList<JournalEntry.Pair> Attempts(Comparison comparison) => pairs.GetValueOrDefault(comparison.Id) ?? [];

    /// <summary>Whether more pairs of a comparison come, if time allows them: no look has settled it yet, and it is not dropped.</summary>
    public bool IsOpen(Comparison comparison) => PairSteering.MostLeft(Plan.Measure, pairs.GetValueOrDefault(comparison.Id) ?? []) > 0;

    /// <summary>How long the rest takes: by what pairs took so far, or by the plan's forecast until there is one to go by.</summary>
    /// <param name="budget">After so long no pair begins; null where all are measured. Traced runs follow in any case.</param>
    public RemainingTime Left(TimeSpan? budget = null)
    {
        foreach (var comparison in Plan.Measured.Where(comparison => changed.Contains(comparison.Id))) left[comparison.Id] = LeftOf(comparison);
        changed.Clear();
        var pace = new Pace(Plan, paces);
        var traces = Plan.Traced
            .Where(cell => !traced.Contains((cell.Comparison, cell.Side)))
            .Sum(cell => Math.Max(TracedRunSeconds, TracedShareOfPair * paces.GetValueOrDefault(cell.Comparison)));
        var (expected, most) = (0.0, 0.0);
        var (beside, places) = Plan.SideBySide is { } both ? (both.Comparisons.ToHashSet(StringComparer.Ordinal), both.Places.Count) : ([], 1);
        foreach (var comparison in Plan.Measured.Where(comparison => left[comparison.Id].Most > 0))
        {
            var seconds = pace.Of(comparison) / (beside.Contains(comparison.Id) ? places : 1);
            expected += left[comparison.Id].Expected * seconds;
            most += left[comparison.Id].Most * seconds;
        }

        return new RemainingTime(Until(expected), Until(most));

        TimeSpan Until(double seconds) => TimeSpan.FromSeconds(traces + Math.Min(seconds, budget?.TotalSeconds ?? seconds));
    }

    private PairsLeft LeftOf(Comparison comparison)
    {
        if (!IsLoadOverhead(comparison.Id)) return PairsLeft.Of(Plan.Measure, Attempts(comparison), comparison.IsAtTwoLevels);
        return Progress(comparison) is { Completed.Count: 0, Fatal: null } ? new PairsLeft(1, 1) : new PairsLeft(0, 0);
    }

    private PairProgress Progress(Comparison comparison) => PairProgress.Of(Attempts(comparison));

    /// <summary>Seconds per pair, at one moment of a run.</summary>
    private sealed class Pace
    {
        private readonly IReadOnlyDictionary<string, double> own;
        private readonly Dictionary<(LoadSettings, PressureSettings), double> alike;
        private readonly Dictionary<LoadSettings, double> loads;
        private readonly double others;

        public Pace(Plan plan, IReadOnlyDictionary<string, double> own)
        {
            this.own = own;
            var measured = plan.Measured.Where(comparison => own.ContainsKey(comparison.Id)).ToList();
            alike = Means(comparison => (comparison.Baseline.Load, comparison.Baseline.Pressure));
            loads = Means(comparison => comparison.Baseline.Load);
            others = own.Count > 0 ? own.Values.Average() : plan.Forecast.Longest.Span.TotalSeconds / Math.Max(1, plan.Schedule.Count + plan.LoadOverhead.Count);

            Dictionary<TKey, double> Means<TKey>(Func<Comparison, TKey> of)
                where TKey : notnull => measured.GroupBy(of).ToDictionary(group => group.Key, group => group.Average(comparison => own[comparison.Id]));
        }

        /// <summary>By a comparison's own pairs; else by those under the same load and pressure, the same load, or any; by the plan's forecast until there is one.</summary>
        public double Of(Comparison comparison)
        {
            var cell = comparison.Baseline;
            return own.TryGetValue(comparison.Id, out var seconds) || alike.TryGetValue((cell.Load, cell.Pressure), out seconds) || loads.TryGetValue(cell.Load, out seconds) ? seconds : others;
        }
    }
}

/// <summary>How long the rest of a run takes.</summary>
/// <param name="Expected">Where every comparison ends at the look that its own pairs suggest. One with fewer than two pairs goes to its last look, unless two levels are injected.</param>
/// <param name="Most">Where every comparison that is open goes to its last look.</param>
public sealed record RemainingTime(TimeSpan Expected, TimeSpan Most);

/// <summary>How many pairs a comparison still takes.</summary>
/// <param name="Expected">To the look whose interval is expected to be narrow enough, by the spread of its pairs so far.</param>
/// <param name="Most">To its last look; 0 once a look has settled it or it is dropped.</param>
public sealed record PairsLeft(int Expected, int Most)
{
    // One pair has no spread.
    private const int FewestForSpread = 2;

    /// <summary>The pairs left to a comparison with these attempts.</summary>
    /// <param name="measure">How it is measured and judged.</param>
    /// <param name="attempts">Its pairs so far, in the order of the journal.</param>
    /// <param name="atTwoLevels">Whether its processes run at two levels by plan: these settle it at its next look, however its pairs spread.</param>
    public static PairsLeft Of(MeasureSettings measure, IReadOnlyList<JournalEntry.Pair> attempts, bool atTwoLevels = false)
    {
        var most = PairSteering.MostLeft(measure, attempts);
        var completed = PairProgress.Of(attempts).Judged(measure.Looks).Completed;
        if (most == 0 || !measure.Verdicts) return new PairsLeft(most, most);
        var reached = measure.Looks.LastOrDefault(look => look <= completed.Count);
        if (atTwoLevels) return new PairsLeft(measure.Looks.First(look => look > reached) - completed.Count, most);
        if (completed.Count < FewestForSpread) return new PairsLeft(most, most);
        var expected = NearestVerdict.SettlingLook(completed, measure, reached) ?? measure.Looks[^1];
        return new PairsLeft(expected - completed.Count, most);
    }
}
