using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Steering;

/// <summary>
/// The order of pairs where time may not suffice for all of them. First looks come first, then what is expected to need the fewest pairs to a
/// verdict, and last what no look is expected to settle. Among equals, comparisons that have begun come first, so that few are between two looks when
/// the time is up. No pair is omitted. A pure function of the plan and the journal, like <see cref="PairSteering"/>.
/// </summary>
public static class NearestVerdict
{
    private enum Prospect
    {
        FirstLook,
        Verdict,
        NoVerdict,
        NotJudged,
    }

    /// <summary>The same pairs in that order; among equals as they were.</summary>
    /// <param name="plan">What was planned.</param>
    /// <param name="due">The pairs still due. Those of load overhead comparisons, which have no verdict, come last.</param>
    /// <param name="soFar">Every attempt in the journal, in its order.</param>
    public static IReadOnlyList<ScheduledPair> First(Plan plan, IReadOnlyList<ScheduledPair> due, IReadOnlyList<JournalEntry.Pair> soFar)
    {
        if (!plan.Measure.Verdicts) return due;
        var attempts = soFar.ToLookup(pair => pair.Comparison);
        var waiting = due.Select(pair => pair.Comparison).Intersect(plan.Comparisons.Select(comparison => comparison.Id));
        var places = waiting.ToDictionary(id => id, id => PlaceOf(PairProgress.Of(attempts[id]), plan.Measure));
        return [.. due.OrderBy(pair => places.GetValueOrDefault(pair.Comparison, (Prospect.NotJudged, 0)))];
    }

    /// <summary>What to expect of a comparison, and how many pairs it takes to that look. First looks rank alike, since their schedule spreads a bad spell over them.</summary>
    private static (Prospect Prospect, int Pairs) PlaceOf(PairProgress progress, MeasureSettings measure)
    {
        var reached = measure.Looks.LastOrDefault(look => progress.At(look).Count >= look);
        if (reached == 0) return (Prospect.FirstLook, 0);
        var (prospect, at) = SettlingLook(progress.At(reached), measure, reached) is { } look ? (Prospect.Verdict, look) : (Prospect.NoVerdict, measure.Looks[^1]);
        return (prospect, at - progress.At(at).Count);
    }

    /// <summary>The first look after the reached one that is expected to settle it, by an interval that is narrow enough or by two levels; null where none is.</summary>
    internal static int? SettlingLook(IReadOnlyList<CompletedPair> judged, MeasureSettings measure, int reached)
    {
        var ratios = PairRatios.Of(judged);
        var logs = PairRatios.Logs(ratios, measure.Metric);
        if (logs is null || StandardDeviation.Of(logs) is not { } spread) return null;
        if (ProcessLevels.Of(ratios, measure.Metric, measure.Margin) is not null) return measure.Looks.Select(look => (int?)look).FirstOrDefault(look => look > reached);
        var (reach, inner) = VerdictRule.Reach(Math.Exp(HodgesLehmann.PseudoMedian(logs)), measure.Margin);
        return measure.Looks.Where(look => look > reached).Select(look => (int?)look).FirstOrDefault(look => Within(look!.Value, measure.HalfWidth, inner: false) || Decides(look.Value));

        // Pairs that all lie beyond the margin, or an interval within it, decide what the interval says. Others need more.
        bool Decides(int look) => inner || ProcessLevels.AllAgree(ratios, measure.Metric, measure.Margin) ? Within(look, reach, inner)
            : Within(look, Math.Log(1 + measure.Margin), inner) || HalfWidth.PerSpread(look, WideSpread.ErrorBefore(spread, measure.Looks) / measure.Looks.Count) * spread <= reach;

        bool Within(int look, double width, bool inner) => HalfWidth.AtLook(look, measure.Looks, inner) * spread <= width;
    }
}
