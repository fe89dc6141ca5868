using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Rules;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// Decides which due pairs are measured together, with one process of their baseline. The first pair of a comparison is measured alone, and
/// shows how it is measured. Only pairs that are measured alike go together, so that a group changes none of them.
/// </summary>
internal sealed class PairGroups
{
    // Largest factors within a group: between batches, and between times of measured slices.
    private const double MostBatches = 4;
    private const double MostTimes = 2;

    private readonly Dictionary<string, (string Key, int Most)> baselines = new(StringComparer.Ordinal);
    private readonly Dictionary<string, FirstPair> firsts = new(StringComparer.Ordinal);
    private readonly HashSet<string> apart = new(StringComparer.Ordinal);

    private readonly ByteSize? free;

    /// <summary>Pairs of a plan.</summary>
    /// <param name="plan">What was planned.</param>
    /// <param name="free">Memory that is free; null when the system does not tell.</param>
    public PairGroups(Plan plan, ByteSize? free)
    {
        this.free = free;
        foreach (var comparison in plan.Measured) Add(comparison, plan);
    }

    /// <summary>A comparison that was added to the plan.</summary>
    public void Add(Comparison comparison, Plan plan) =>
        baselines[comparison.Id] = (SharedBaseline.KeyOf(comparison), SharedBaseline.MostBeside(comparison.Baseline, plan.Measure, free));

    /// <summary>Takes in a pair that ended or failed. A comparison is measured alone from then on when its first pair was busy while held, or when it failed in a group.</summary>
    public void Remember(JournalEntry.Pair pair)
    {
        if (PairProgress.Of([pair]).Completed is [var whole])
        {
            if (firsts.TryAdd(pair.Comparison, new FirstPair(pair, whole)) && SidesOf(whole).Any(IsBusyWhileHeld)) KeepApart(pair.Comparison);
        }
        else if (pair.Sharing is not null)
        {
            KeepApart(pair.Comparison);
        }
    }

    /// <summary>Measures a comparison alone from now on.</summary>
    public void KeepApart(string comparison) => apart.Add(comparison);

    /// <summary>The pairs in groups, in the order of their first pairs. Evaluated lazily: pairs measured meanwhile change later groups.</summary>
    /// <param name="due">The pairs.</param>
    public IEnumerable<IReadOnlyList<ScheduledPair>> Of(IReadOnlyList<ScheduledPair> due)
    {
        var rounds = due.ToLookup(pair => (baselines[pair.Comparison].Key, pair.Index));
        var done = new HashSet<ScheduledPair>();
        foreach (var pair in due.Where(pair => !done.Contains(pair)))
        {
            var group = Together(pair, rounds[(baselines[pair.Comparison].Key, pair.Index)].Where(other => !done.Contains(other)));
            done.UnionWith(group);
            yield return group;
        }
    }

    // Only pairs with the same baseline and number are passed in.
    private List<ScheduledPair> Together(ScheduledPair first, IEnumerable<ScheduledPair> others)
    {
        var group = new List<ScheduledPair> { first };
        foreach (var other in others.Where(other => other != first))
        {
            if (group.Count < baselines[first.Comparison].Most && group.TrueForAll(one => GoTogether(one, other))) group.Add(other);
        }

        return group;
    }

    /// <summary>Whether a pair of a comparison has shown how its operations are timed.</summary>
    public bool Knows(string comparison) => firsts.ContainsKey(comparison);

    /// <summary>How operations of a group are timed; null where its only pair is the first of its comparison.</summary>
    public OperationPace? PaceOf(IReadOnlyList<ScheduledPair> group)
    {
        var known = group.Select(pair => firsts.GetValueOrDefault(pair.Comparison)).OfType<FirstPair>().ToList();
        if (known.Count == 0) return null;
        return new OperationPace(known.Min(first => first.Batch), known[0].Timed) { Sides = [known[0].Baseline, .. known.Select(first => first.Candidate)] };
    }

    private bool GoTogether(ScheduledPair one, ScheduledPair other) => Shareable(one) is { } first && Shareable(other) is { } second && first.IsLike(second);

    private FirstPair? Shareable(ScheduledPair pair) => apart.Contains(pair.Comparison) ? null : firsts.GetValueOrDefault(pair.Comparison);

    private static bool IsBusyWhileHeld(SideMeasurement side) => HeldUse.Cores(side) > HeldUse.CoresAllowed;

    private static SideMeasurement[] SidesOf(CompletedPair pair) => [pair.Baseline, pair.Candidate];

    // How a comparison is measured, as its first pair shows.
    private sealed class FirstPair(JournalEntry.Pair pair, CompletedPair whole)
    {
        private readonly double nanoseconds = SidesOf(whole).Max(side => side.Slices.Sum(slice => (double)slice.Elapsed.Value));

        public long Batch => pair.Batch;

        public bool Timed => pair.Timed;

        public KnownSide Baseline { get; } = KnownSide.Of(whole.Baseline);

        public KnownSide Candidate { get; } = KnownSide.Of(whole.Candidate);

        public bool IsLike(FirstPair other) =>
            Timed == other.Timed && Within(MostBatches, Batch, other.Batch) && Within(MostTimes, nanoseconds, other.nanoseconds);

        private static bool Within(double factor, double one, double other) => Math.Max(one, other) <= factor * Math.Min(one, other);
    }
}
