using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Analysis;

/// <summary>The evidence of a run: everything that judgement may rest on, except traces.</summary>
/// <param name="Journal">Every readable line of <c>pairs.jsonl</c>, in its order.</param>
/// <param name="Problems">What is missing, was changed or could not be read, in words.</param>
public sealed record RunEvidence(
    RunManifest Manifest,
    Catalogue Catalogue,
    IReadOnlyList<JournalEntry> Journal,
    IReadOnlyList<string> Problems)
{
    /// <summary>Those of the problems that a manifest must keep when its hashes are computed again.</summary>
    public IReadOnlyList<string> Doubts { get; init; } = [];

    /// <summary>For how long nothing was measured: from the last entry before it was resumed until then. Zero for a run that was never resumed.</summary>
    public TimeSpan Paused => (Manifest.Resumed ?? []).Aggregate(TimeSpan.Zero, (sum, resumed) => sum + PauseBefore(resumed));

    /// <summary>The part of the journal that is about one comparison.</summary>
    public ComparisonEvidence Of(Comparison comparison)
    {
        var pairs = Journal.OfType<JournalEntry.Pair>().Where(pair => pair.Comparison == comparison.Id).ToList();
        var traced = Journal.OfType<JournalEntry.TracedRun>().Where(run => run.Comparison == comparison.Id).ToList();
        double[] took = [.. pairs.Select(pair => pair.Took.Seconds), .. traced.Select(run => run.Took.Seconds)];
        return new ComparisonEvidence(
            comparison,
            PairProgress.Of(pairs),
            traced,
            Beside(comparison, pairs))
        {
            Seconds = took.Length == 0 ? null : took.Sum(),
        };
    }

    private TimeSpan PauseBefore(DateTimeOffset resumed)
    {
        var pairs = Journal.OfType<JournalEntry.Pair>().Select(pair => (pair.Started, pair.Took));
        var traced = Journal.OfType<JournalEntry.TracedRun>().Select(run => (run.Started, run.Took));
        // Pairs that share a process began at the same moment, and each has its share of the time.
        var ends =
            from entry in pairs.Concat(traced)
            where entry.Started < resumed
            group entry.Took.Seconds by entry.Started into together
            select together.Key + TimeSpan.FromSeconds(together.Sum());
        var last = ends.Concat(Manifest.Resumed!.Where(earlier => earlier < resumed)).Append(Manifest.Started).Max();
        return last < resumed ? resumed - last : TimeSpan.Zero;
    }

    // Pairs of a group began at the same moment.
    private ILookup<int, SideMeasurement> Beside(Comparison comparison, IReadOnlyList<JournalEntry.Pair> pairs)
    {
        var groups = pairs.Where(pair => pair.Sharing is not null && IsCompleted(pair)).Select(pair => (pair.Started, pair.Index)).ToHashSet();
        var others = groups.Count == 0 ? [] : Journal.OfType<JournalEntry.Pair>();
        return others
            .Where(pair => pair.Comparison != comparison.Id && pair.Sharing is not null && groups.Contains((pair.Started, pair.Index)))
            .Where(pair => pair.Candidate is CellOutcome.Completed)
            .ToLookup(pair => pair.Index, pair => ((CellOutcome.Completed)pair.Candidate).Measurement);
    }

    private static bool IsCompleted(JournalEntry.Pair pair) => pair is { Baseline: CellOutcome.Completed, Candidate: CellOutcome.Completed };
}

/// <summary>What was measured of one comparison.</summary>
/// <param name="TracedRuns">Its traced runs, in the order of the journal; a repeated one follows the one it replaces.</param>
/// <param name="Beside">By the index of a pair: what candidates of other comparisons delivered that were measured beside it, against the same process of the baseline.</param>
public sealed record ComparisonEvidence(
    Comparison Comparison, PairProgress Progress, IReadOnlyList<JournalEntry.TracedRun> TracedRuns, ILookup<int, SideMeasurement> Beside)
{
    /// <summary>What measuring it took: all pairs, discarded attempts and traced runs; null where there are none.</summary>
    public double? Seconds { get; init; }
}
