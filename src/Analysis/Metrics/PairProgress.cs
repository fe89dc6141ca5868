using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>Both sides of a pair that was measured to its end.</summary>
/// <param name="Index">Number of the pair within its comparison, from 1.</param>
/// <param name="Baseline">What the baseline delivered; finished at least one operation.</param>
/// <param name="Candidate">What the candidate delivered; finished at least one operation.</param>
/// <param name="Control">How late an idle process woke meanwhile; null where latency was not measured.</param>
/// <param name="Environment">What else the machine did meanwhile; null where that is not known.</param>
public sealed record CompletedPair(
    int Index,
    SideMeasurement Baseline,
    SideMeasurement Candidate,
    Latencies? Control = null,
    SampleEnvironment? Environment = null);

/// <summary>How far one comparison has come, by its journal. Attempts that were stopped from outside count neither way.</summary>
/// <param name="Completed">Pairs measured to their end, by index; one for each index.</param>
/// <param name="Retried">Failed attempts of pairs that were completed later.</param>
/// <param name="Fatal">The last failed attempt of the pair for which the comparison was dropped, or null when it was not.</param>
public sealed record PairProgress(
    IReadOnlyList<CompletedPair> Completed,
    IReadOnlyList<JournalEntry.Pair> Retried,
    JournalEntry.Pair? Fatal)
{
    /// <summary>A pair gets one retry.</summary>
    public const int AttemptsAllowed = 2;

    /// <summary>Reads the attempts of one comparison.</summary>
    /// <param name="attempts">Journal entries of one comparison, in the order of the journal.</param>
    public static PairProgress Of(IEnumerable<JournalEntry.Pair> attempts)
    {
        var completed = new List<CompletedPair>();
        var retried = new List<JournalEntry.Pair>();
        JournalEntry.Pair? fatal = null;
        foreach (var sameIndex in attempts.GroupBy(attempt => attempt.Index).OrderBy(group => group.Key))
        {
            var failed = sameIndex.Where(Failed).ToList();
            if (sameIndex.Select(Whole).FirstOrDefault(pair => pair is not null) is { } whole)
            {
                completed.Add(whole);
                retried.AddRange(failed);
            }
            else if (failed.Count >= AttemptsAllowed || failed.Exists(WouldFailAgain))
            {
                fatal ??= failed[^1];
            }
        }

        return new PairProgress(completed, retried, fatal);
    }

    /// <summary>The pairs that verdicts rest on: those up to the last look.</summary>
    /// <param name="looks">Numbers of pairs, ascending, at least one.</param>
    public PairProgress Judged(IReadOnlyList<int> looks) => this with { Completed = At(looks[^1]) };

    /// <summary>The completed pairs that a look rests on. Pairs beyond it must not change what was decided there.</summary>
    /// <param name="look">Number of its last pair; where there are fewer pairs than that, it is not reached yet.</param>
    public IReadOnlyList<CompletedPair> At(int look) => [.. Completed.Where(pair => pair.Index <= look)];

    /// <summary>The pairs beyond the last look, which confirm what was judged and have no part in it.</summary>
    /// <param name="looks">Numbers of pairs, ascending, at least one.</param>
    public IReadOnlyList<CompletedPair> Fresh(IReadOnlyList<int> looks) => [.. Completed.Where(pair => pair.Index > looks[^1])];

    /// <summary>
    /// Whether another attempt would fail too: a setting that did not take effect, or values that differ, will stay so. A process that shares its pair with
    /// others may have less memory than alone, and gets another attempt.
    /// </summary>
    public static bool WouldFailAgain(JournalEntry.Pair pair) => pair.Sharing is null && (pair.Baseline is CellOutcome.Refused || pair.Candidate is CellOutcome.Refused);

    private static CompletedPair? Whole(JournalEntry.Pair pair) =>
        pair is { Baseline: CellOutcome.Completed baseline, Candidate: CellOutcome.Completed candidate }
        && PairRatios.Usable(baseline.Measurement) && PairRatios.Usable(candidate.Measurement)
            ? new CompletedPair(pair.Index, baseline.Measurement, candidate.Measurement, pair.Control, pair.Environment)
            : null;

    private static bool Failed(JournalEntry.Pair pair) => Failed(pair.Baseline) || Failed(pair.Candidate);

    private static bool Failed(CellOutcome outcome) => outcome switch
    {
        CellOutcome.Stopped => false,
        CellOutcome.Completed completed => !PairRatios.Usable(completed.Measurement),
        _ => true,
    };
}
