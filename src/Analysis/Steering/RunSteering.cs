using AsyncLoad.Analysis.Gates;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Steering;

/// <summary>
/// What to measure next in a run: first what verdicts need, then fresh pairs of each comparison whose ratio is about to fail a build, and of each win or loss
/// that has to be confirmed.
/// </summary>
/// <param name="against">The run that changes are counted from; null without one.</param>
/// <param name="machine">Fingerprint of the machine that measures.</param>
public sealed class RunSteering(RunAnalysis? against, string machine)
{
    private readonly ReferenceComparisons before = new(against, machine);

    /// <summary>The pairs still due. A pure function of the plan and the journal, like <see cref="PairSteering"/>.</summary>
    public IReadOnlyList<ScheduledPair> NextPairs(Plan plan, IReadOnlyList<JournalEntry.Pair> soFar)
    {
        var due = PairSteering.NextPairs(plan, soFar);
        if (due.Count > 0 || !plan.Measure.Verdicts) return due;
        var attempts = soFar.ToLookup(pair => pair.Comparison);
        return [.. plan.Comparisons.SelectMany(comparison => Confirming(comparison, PairProgress.Of(attempts[comparison.Id]), plan.Measure)).OrderBy(pair => pair.Index)];
    }

    private IEnumerable<ScheduledPair> Confirming(Comparison comparison, PairProgress progress, MeasureSettings measure)
    {
        if (progress.Fatal is not null || (!measure.Confirm && comparison.Gates.Count == 0)) return [];
        var looks = measure.Looks;
        var judged = PairRatios.Of(progress.Judged(looks).Completed);
        var done = progress.Fresh(looks).Select(pair => pair.Index).ToHashSet();
        return Enumerable.Range(looks[^1] + 1, FreshPairs(comparison, judged, measure))
            .Where(index => !done.Contains(index))
            .Select(index => ScheduledPair.Alternating(comparison.Id, index));
    }

    // A verdict and a gate share them.
    private int FreshPairs(Comparison comparison, IReadOnlyList<PairRatio> judged, MeasureSettings measure) => Math.Max(
        comparison.Gates.Any(gate => IsFailing(gate, comparison, judged, measure)) ? RatioGate.FreshPairs : 0,
        Confirmation.IsNeeded(Judgement.Of(judged, measure), judged, measure) ? Confirmation.Pairs(measure) : 0);

    private bool IsFailing(GateSettings gate, Comparison comparison, IReadOnlyList<PairRatio> judged, MeasureSettings measure) =>
        GateEvaluator.SideOf(gate, comparison) == Side.Candidate
        && RatioGate.Of(gate, measure.Margin, before.Pairs(comparison, gate))?.Of(judged, measure.Looks).State == GateState.Failed;
}
