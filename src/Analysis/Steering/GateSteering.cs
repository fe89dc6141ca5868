using AsyncLoad.Analysis.Gates;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Steering;

/// <summary>What to measure next where gates are set: first what verdicts need, then fresh pairs of every comparison whose ratio is about to fail a build.</summary>
/// <param name="against">The run that changes are counted from; null without one.</param>
/// <param name="machine">Fingerprint of the machine that measures.</param>
public sealed class GateSteering(RunAnalysis? against, string machine)
{
    private readonly ReferenceComparisons before = new(against, machine);

    /// <summary>The pairs still due. A pure function of the plan and the journal, like <see cref="PairSteering"/>.</summary>
    public IReadOnlyList<ScheduledPair> NextPairs(Plan plan, IReadOnlyList<JournalEntry.Pair> soFar)
    {
        var due = PairSteering.NextPairs(plan, soFar);
        if (due.Count > 0 || !plan.Measure.Verdicts) return due;
        var attempts = soFar.ToLookup(pair => pair.Comparison);
        return [.. plan.Comparisons.SelectMany(comparison => Confirming(comparison, PairProgress.Of(attempts[comparison.Id]), plan.Measure))];
    }

    private IEnumerable<ScheduledPair> Confirming(Comparison comparison, PairProgress progress, MeasureSettings measure)
    {
        var looks = measure.Looks;
        if (progress.Fatal is not null || !comparison.Gates.Any(gate => IsFailing(gate, comparison, PairRatios.Of(progress.Judged(looks).Completed), measure))) return [];
        var done = progress.Fresh(looks).Select(pair => pair.Index).ToHashSet();
        return Enumerable.Range(looks[^1] + 1, RatioGate.FreshPairs)
            .Where(index => !done.Contains(index))
            .Select(index => ScheduledPair.Alternating(comparison.Id, index));
    }

    private bool IsFailing(GateSettings gate, Comparison comparison, IReadOnlyList<PairRatio> judged, MeasureSettings measure) =>
        GateEvaluator.SideOf(gate, comparison) == Side.Candidate
        && RatioGate.Of(gate, measure.Margin, before.Pairs(comparison, gate))?.Of(judged, measure.Looks).State == GateState.Failed;
}
