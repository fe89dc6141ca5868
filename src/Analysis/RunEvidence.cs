using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Analysis;

/// <summary>What measuring left behind: all that judging may rest on, traces aside.</summary>
/// <param name="Journal">Every readable line of <c>pairs.jsonl</c>, in its order.</param>
/// <param name="Problems">What is missing, was changed or could not be read, in words.</param>
public sealed record RunEvidence(
    RunManifest Manifest,
    Catalogue Catalogue,
    IReadOnlyList<JournalEntry> Journal,
    IReadOnlyList<string> Problems)
{
    /// <summary>Those of the problems that a manifest has to carry on when its hashes are made anew.</summary>
    public IReadOnlyList<string> Doubts { get; init; } = [];

    /// <summary>The part of the journal that is about one comparison.</summary>
    public ComparisonEvidence Of(Comparison comparison)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        return new ComparisonEvidence(
            comparison,
            PairProgress.Of(Journal.OfType<JournalEntry.Pair>().Where(pair => pair.Comparison == comparison.Id)),
            [.. Journal.OfType<JournalEntry.TracedRun>().Where(run => run.Comparison == comparison.Id)]);
    }
}

/// <summary>What was measured of one comparison.</summary>
/// <param name="TracedRuns">Its traced runs, in the order of the journal; a repeated one follows the one it replaces.</param>
public sealed record ComparisonEvidence(Comparison Comparison, PairProgress Progress, IReadOnlyList<JournalEntry.TracedRun> TracedRuns);
