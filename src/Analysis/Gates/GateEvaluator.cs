using AsyncLoad.Analysis.Rules;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis.Gates;

/// <summary>Decides the gates of a profile. Without evidence a gate never passes.</summary>
/// <param name="measure">How comparisons were judged.</param>
/// <param name="against">The run that changes are counted from; null without one.</param>
/// <param name="machine">Fingerprint of the machine that measured.</param>
public sealed class GateEvaluator(MeasureSettings measure, RunAnalysis? against, string machine)
{
    private readonly ReferenceComparisons before = new(against, machine);

    /// <summary>Every gate of every comparison that has the gate's variant, in the order of the plan.</summary>
    public IReadOnlyList<GateResult> Evaluate(IEnumerable<ComparisonAnalysis> comparisons)
    {
        return
        [
            .. from comparison in comparisons
               from gate in comparison.Comparison.Gates
               let side = SideOf(gate, comparison.Comparison)
               where side is not null
               select Evaluate(gate, comparison, side.Value),
        ];
    }

    // null means every candidate, and a comparison has one; a variant that this comparison does not have is gated in another one.
    internal static Side? SideOf(GateSettings gate, Comparison comparison) =>
        gate.Variant is not { } name || comparison.Candidate.IsCalled(name) ? Side.Candidate
        : comparison.Baseline.IsCalled(name) ? Side.Baseline
        : null;

    private GateResult Evaluate(GateSettings gate, ComparisonAnalysis comparison, Side side)
    {
        var earlier = before.Of(comparison.Comparison);
        var outcome = WithoutEvidence(comparison)
            ?? (gate.IsOfTwoSides && side == Side.Baseline ? GateOutcome.Undecided($"{(gate.IsOfIncrease ? "an increase" : "a ratio")} belongs to the candidate, and this variant is the baseline: name the candidate")
            : gate.IsOfIncrease ? IncreaseGate.Of(gate, comparison.Sides)
            : RatioGate.Of(gate, measure.Margin, before.Pairs(comparison.Comparison, gate)) is { } ratio ? Ratio(ratio, comparison, earlier)
            : MemoryGate.FigureOf(gate.Metric) is { } memory ? MemoryGate.Of(gate, memory(comparison.Sides.Of(side).Memory), before.Memory(comparison.Comparison, gate, side))
            : gate.Metric == Metric.BytesPerOperation.Name ? ByteGate.Of(gate, comparison.Sides.Of(side), before.Bytes(comparison.Comparison, gate, side))
            : Figure(gate, comparison, comparison.Sides.Of(side)));
        return new GateResult(
            comparison.Comparison.Id,
            gate.Metric,
            comparison.Sides.Of(side).Cell.Label,
            gate.Max,
            outcome.Value,
            outcome.State,
            outcome.Reason,
            gate.OnInconclusive,
            gate.Min,
            gate.MaxChange,
            gate.MaxIncrease,
            gate.MaxIncreasePercent);
    }

    private static GateOutcome? WithoutEvidence(ComparisonAnalysis comparison)
    {
        var dropped = comparison.Warnings.FirstOrDefault(warning => warning.Id == CellDropped.Id);
        if (dropped is not null) return GateOutcome.Broken(dropped.Message);
        // A cell that keeps failing is dropped. Here the time was up, or the run was interrupted.
        return comparison.Pairs.Count == 0 ? GateOutcome.Undecided("no pair was completed") : null;
    }

    private GateOutcome Ratio(RatioGate ratio, ComparisonAnalysis comparison, ComparisonAnalysis? earlier) =>
        comparison.Ratios[ratio.Metric].Missing is { } missing
            ? GateOutcome.Undecided(missing)
            : DroppedArrivals.OfRatio(ratio.Confirmed(comparison.Pairs, measure.Looks, comparison.Fresh), ratio, comparison.Sides, earlier?.Sides);

    private static GateOutcome Figure(GateSettings gate, ComparisonAnalysis comparison, SideAnalysis side) => Metric.Named(gate.Metric) switch
    {
        var metric when metric == Metric.PauseShare => PauseShare(gate, side),
        var metric when metric == Metric.LatencyP99 => P99(gate, side),
        var metric when metric == Metric.PoolHitRate => PoolHitRate(gate, side),
        var metric when metric == Metric.EventsLost => EventsLost(gate, side, comparison.Warnings.Any(warning => warning.Id == TracedRunFailed.Id)),
        _ => GateOutcome.Undecided($"there is no gate on the metric '{gate.Metric}'"),
    };

    private static GateOutcome PauseShare(GateSettings gate, SideAnalysis side)
    {
        if (side.Ledger.Value is not { } ledger) return GateOutcome.NotMeasured(side.Ledger.Missing);
        return EnoughCollections.AreMissing(ledger, side.Bytes)
            ? GateOutcome.Undecided("too few collections to judge pauses", ledger.PauseShare)
            : GateOutcome.Of(ledger.PauseShare, gate, $"{GateText.Value(gate, ledger.PauseShare)} of elapsed time in pauses, {GateText.Allowed(gate)}");
    }

    // Some pairs may keep a limit that others do not: then the gate is undecided.
    private static GateOutcome P99(GateSettings gate, SideAnalysis side)
    {
        if (side.Latency.Value is not { } latency || latency.ResponseTime.Quantile(0.99) is not { } p99) return GateOutcome.NotMeasured(side.Latency.Missing);
        var (low, high) = (latency.P99OfPairs.Min(pair => pair.Value), latency.P99OfPairs.Max(pair => pair.Value));
        var outcome = GateOutcome.OfRange(
            p99.Value, (low, high), (gate.Min, gate.Max), $"{GateText.Value(gate, p99.Value)} ({GateText.Value(gate, low)} to {GateText.Value(gate, high)} over {latency.P99OfPairs.Count} pairs), {GateText.Allowed(gate)}");
        return DroppedArrivals.OfLatency(outcome, side);
    }

    private static GateOutcome PoolHitRate(GateSettings gate, SideAnalysis side) => side.Pool.Value is { } pool
        ? GateOutcome.OfRange(pool.Rate, (pool.Low, pool.High), (gate.Min, gate.Max), $"{GateText.Value(gate, pool.Rate, (pool.Low, pool.High))}, {GateText.Allowed(gate)}")
        : GateOutcome.NotMeasured(side.Pool.Missing);

    private static GateOutcome EventsLost(GateSettings gate, SideAnalysis side, bool failed) => side.Trace.Value switch
    {
        null => GateOutcome.NotMeasured(side.Trace.Missing) with { State = failed ? GateState.Broken : GateState.Inconclusive },
        { Problem: { } problem } => GateOutcome.Broken(problem),
        { Truncated: true } => GateOutcome.Undecided("the trace ends early, so its count of lost events is not final"),
        { EventsLost: null } => GateOutcome.Undecided(TraceAnalysis.LossUnknown),
        { EventsLost: { } lost } => GateOutcome.Of(lost, gate, $"{GateText.Value(gate, lost)} events lost, {GateText.Allowed(gate)}"),
    };
}
