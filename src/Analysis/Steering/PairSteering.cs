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
    /// The pairs still due: of every comparison those up to its next look, in the order of the schedule. Nothing of a comparison is due after the look
    /// that settles it, after its last look, or once it is dropped. Self-cost comparisons run as scheduled, without looks.
    /// </summary>
    /// <param name="plan">What was planned.</param>
    /// <param name="soFar">Every attempt in the journal, in its order.</param>
    /// <returns>Empty when there is nothing left to measure.</returns>
    public static IReadOnlyList<ScheduledPair> NextPairs(Plan plan, IReadOnlyList<JournalEntry.Pair> soFar)
    {
        ArgumentNullException.ThrowIfNull(plan);
        var attempts = soFar.ToLookup(pair => pair.Comparison);
        var selfCost = plan.SelfCost.Select(comparison => comparison.Id).ToHashSet();
        var due = plan.Schedule.Select(pair => pair.Comparison).Distinct()
            .ToDictionary(id => id, id => new DuePairs(PairProgress.Of(attempts[id]), selfCost.Contains(id) ? [] : plan.Measure.Looks, plan.Measure));
        return [.. plan.Schedule.Where(pair => due[pair.Comparison].Contains(pair.Index))];
    }

    private sealed class DuePairs(PairProgress progress, IReadOnlyList<int> looks, MeasureSettings measure)
    {
        private readonly HashSet<int> done = [.. progress.Completed.Select(pair => pair.Index)];

        // The number of the last pair to run before judging again.
        private readonly int horizon = progress.Fatal is not null ? 0 : looks.Count == 0 ? int.MaxValue : NextLook(progress.Completed, looks, measure);

        public bool Contains(int index) => index <= horizon && !done.Contains(index);

        private static int NextLook(IReadOnlyList<CompletedPair> completed, IReadOnlyList<int> looks, MeasureSettings measure)
        {
            foreach (var look in looks)
            {
                // Judged as it was at that look: pairs beyond it must not change a decision already made.
                var atLook = completed.Where(pair => pair.Index <= look).ToList();
                if (atLook.Count < look) return look;
                if (Judgement.Of(PairRatios.Of(atLook), measure).Settles(measure)) return look;
            }

            return looks[^1];
        }
    }
}
