using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Steering;

/// <summary>What to measure next. A pure function of the plan and the journal, so a resumed run decides what an uninterrupted one would have.</summary>
public static class PairSteering
{
    /// <summary>
    /// The pairs still due: of every comparison those up to its next look, in the order of the schedule, then one of each load overhead comparison.
    /// Nothing of a comparison is due after the look that settles it, after its last look, or once it is dropped.
    /// </summary>
    /// <returns>Empty when there is nothing left to measure.</returns>
    public static IReadOnlyList<ScheduledPair> NextPairs(Plan plan, IReadOnlyList<JournalEntry.Pair> soFar)
    {
        var attempts = soFar.ToLookup(pair => pair.Comparison);
        var judged = plan.Comparisons.ToDictionary(comparison => comparison.Id, comparison => DueOf(comparison, plan.Measure.Looks));
        var stated = plan.LoadOverhead.ToDictionary(comparison => comparison.Id, comparison => DueOf(comparison, []));
        return
        [
            .. plan.Schedule.Where(pair => judged.TryGetValue(pair.Comparison, out var due) && due.Contains(pair.Index)),
            .. plan.LoadOverhead.Select(comparison => new ScheduledPair(comparison.Id, 1, Side.Baseline)).Where(pair => stated[pair.Comparison].Contains(pair.Index)),
        ];

        DuePairs DueOf(Comparison comparison, IReadOnlyList<int> looks) => new(PairProgress.Of(attempts[comparison.Id]), looks, plan.Measure);
    }

    /// <summary>The most pairs that a comparison may still ask for: none once a look has settled it or it is dropped, else all up to its last look.</summary>
    public static int MostLeft(MeasureSettings measure, IReadOnlyList<JournalEntry.Pair> attempts)
    {
        var (progress, last) = (PairProgress.Of(attempts), measure.Looks[^1]);
        var due = new DuePairs(progress, measure.Looks, measure);
        return Enumerable.Range(1, last).Any(due.Contains) ? last - progress.Judged(measure.Looks).Completed.Count : 0;
    }

    private sealed class DuePairs(PairProgress progress, IReadOnlyList<int> looks, MeasureSettings measure)
    {
        private readonly HashSet<int> done = [.. progress.Completed.Select(pair => pair.Index)];

        // The number of the last pair to run before judging again; load overhead is stated, not judged.
        private readonly int horizon = progress.Fatal is not null ? 0 : looks.Count == 0 ? int.MaxValue : NextLook(progress, looks, measure);

        public bool Contains(int index) => index <= horizon && !done.Contains(index);

        private static int NextLook(PairProgress progress, IReadOnlyList<int> looks, MeasureSettings measure)
        {
            foreach (var look in looks)
            {
                var atLook = progress.At(look);
                if (atLook.Count < look) return look;
                if (Judgement.Of(PairRatios.Of(atLook), measure).Settles(measure)) return look;
            }

            return looks[^1];
        }
    }
}
