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

    /// <summary>The part of the journal that is about one comparison.</summary>
    public ComparisonEvidence Of(Comparison comparison)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        var pairs = Journal.OfType<JournalEntry.Pair>().Where(pair => pair.Comparison == comparison.Id).ToList();
        return new ComparisonEvidence(
            comparison,
            PairProgress.Of(pairs),
            [.. Journal.OfType<JournalEntry.TracedRun>().Where(run => run.Comparison == comparison.Id)],
            [.. Beside(comparison, pairs)])
        {
            Seconds = Seconds(comparison, pairs),
        };
    }

    private double? Seconds(Comparison comparison, IReadOnlyList<JournalEntry.Pair> pairs)
    {
        double[] took = [.. pairs.Select(pair => pair.Took.Seconds), .. Journal.OfType<JournalEntry.TracedRun>().Where(run => run.Comparison == comparison.Id).Select(run => run.Took.Seconds)];
        return took.Length == 0 ? null : took.Sum();
    }

    // Pairs of a group began at the same moment.
    private IEnumerable<SideMeasurement> Beside(Comparison comparison, IReadOnlyList<JournalEntry.Pair> pairs)
    {
        var groups = pairs.Where(pair => pair.Sharing is not null).Select(pair => (pair.Started, pair.Index)).ToHashSet();
        return groups.Count == 0
            ? []
            : Journal.OfType<JournalEntry.Pair>()
                .Where(pair => pair.Comparison != comparison.Id && pair.Sharing is not null && groups.Contains((pair.Started, pair.Index)))
                .Select(pair => pair.Candidate)
                .OfType<CellOutcome.Completed>()
                .Select(candidate => candidate.Measurement);
    }
}

/// <summary>What was measured of one comparison.</summary>
/// <param name="TracedRuns">Its traced runs, in the order of the journal; a repeated one follows the one it replaces.</param>
/// <param name="Beside">What candidates of other comparisons delivered, measured beside its pairs against the same processes of the baseline.</param>
public sealed record ComparisonEvidence(
    Comparison Comparison, PairProgress Progress, IReadOnlyList<JournalEntry.TracedRun> TracedRuns, IReadOnlyList<SideMeasurement> Beside)
{
    /// <summary>What measuring it took: all pairs, discarded attempts and traced runs; null where there are none.</summary>
    public double? Seconds { get; init; }
}
