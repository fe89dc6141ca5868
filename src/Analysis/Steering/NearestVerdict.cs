using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Steering;

/// <summary>
/// The order of pairs where time may not do for all of them: first looks first, then whatever is expected to need the fewest pairs to a verdict, and last what
/// all looks are not expected to settle. Nothing is left out. A pure function of the plan and the journal, like <see cref="PairSteering"/>.
/// </summary>
public static class NearestVerdict
{
    /// <summary>The same pairs in that order; among equals as they were.</summary>
    /// <param name="plan">What was planned.</param>
    /// <param name="due">The pairs still due. Those of self-cost comparisons, which have no verdict, come last.</param>
    /// <param name="soFar">Every attempt in the journal, in its order.</param>
    public static IReadOnlyList<ScheduledPair> First(Plan plan, IReadOnlyList<ScheduledPair> due, IReadOnlyList<JournalEntry.Pair> soFar)
    {
        ArgumentNullException.ThrowIfNull(plan);
        if (!plan.Measure.Verdicts) return due;
        var attempts = soFar.ToLookup(pair => pair.Comparison);
        var waiting = due.Select(pair => pair.Comparison).Intersect(plan.Comparisons.Select(comparison => comparison.Id));
        var away = waiting.ToDictionary(id => id, id => LooksAway(PairProgress.Of(attempts[id]), plan.Measure));
        return [.. due.OrderBy(pair => away.TryGetValue(pair.Comparison, out var looks) ? looks : int.MaxValue)];
    }

    // The place among all looks of the one that is expected to settle it, one more where none is.
    private static int LooksAway(PairProgress progress, MeasureSettings measure)
    {
        var reached = measure.Looks.LastOrDefault(look => progress.At(look).Count >= look);
        if (reached == 0) return 0;
        var logs = PairRatios.Logs(PairRatios.Of(progress.At(reached)), measure.Metric);
        if (logs is null || StandardDeviation.Of(logs) is not { } spread) return measure.Looks.Count;
        var wanted = Math.Max(measure.HalfWidth, VerdictRule.Reach(Math.Exp(HodgesLehmann.PseudoMedian(logs)), measure.Margin));
        var error = Looks.ErrorEach(measure.Looks);
        for (var look = 0; look < measure.Looks.Count; look++)
        {
            if (measure.Looks[look] > reached && HalfWidth.PerSpread(measure.Looks[look], error) * spread <= wanted) return look;
        }

        return measure.Looks.Count;
    }
}
