using AsyncLoad.Analysis.Rules;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Gates;

/// <summary>Holds the gates of a profile against what was found. Without evidence a gate never passes.</summary>
/// <param name="measure">How comparisons were judged.</param>
/// <param name="against">The run that changes are counted from; null without one.</param>
public sealed class GateEvaluator(MeasureSettings measure, RunAnalysis? against)
{
    private readonly Dictionary<string, ComparisonAnalysis> before =
        against?.Comparisons.ToDictionary(comparison => comparison.Comparison.Id, StringComparer.Ordinal) ?? [];

    /// <summary>Every gate of every comparison that has the gate's variant, in the order of the plan.</summary>
    public IReadOnlyList<GateResult> Evaluate(IEnumerable<ComparisonAnalysis> comparisons)
    {
        ArgumentNullException.ThrowIfNull(comparisons);
        return
        [
            .. from comparison in comparisons
               from gate in comparison.Comparison.Gates
               let side = SideOf(gate, comparison.Comparison)
               where side is not null
               select Evaluate(gate, new GatedSide(comparison, side.Value, before.GetValueOrDefault(comparison.Comparison.Id))),
        ];
    }

    // null means every candidate, and a comparison has one; a variant that this comparison does not have is gated in another one.
    internal static Side? SideOf(GateSettings gate, Comparison comparison) =>
        gate.Variant is null || gate.Variant == comparison.Candidate.Variant ? Side.Candidate
        : gate.Variant == comparison.Baseline.Variant ? Side.Baseline
        : null;

    private GateResult Evaluate(GateSettings gate, GatedSide gated)
    {
        var comparison = gated.Comparison.Comparison;
        var outcome = WithoutEvidence(gated.Comparison) ?? (RatioGate.Of(gate, gated.Before?.Pairs) is { } ratio ? Ratio(ratio, gate, gated) : Figure(gate, gated));
        return new GateResult(
            comparison.Id,
            gate.Metric,
            comparison.CellOf(gated.Side).Variant,
            gate.Max,
            outcome.Value,
            outcome.State,
            outcome.Reason,
            gate.OnInconclusive,
            gate.Min,
            gate.MaxChange);
    }

    private static GateOutcome? WithoutEvidence(ComparisonAnalysis comparison)
    {
        var dropped = comparison.Warnings.FirstOrDefault(warning => warning.Id == CellDropped.Id);
        if (dropped is not null) return GateOutcome.Broken(dropped.Message);
        // What keeps failing is dropped: here time was up, or somebody ended the run.
        return comparison.Pairs.Count == 0 ? GateOutcome.Undecided("no pair was completed") : null;
    }

    private GateOutcome Ratio(RatioGate ratio, GateSettings gate, GatedSide gated)
    {
        if (gated.Side == Side.Baseline) return GateOutcome.Undecided("a ratio is the candidate's, and this variant is the baseline");
        return gated.Comparison.Missing.TryGetValue(gate.Metric, out var missing)
            ? GateOutcome.Undecided(missing)
            : DroppedArrivals.OfRatio(ratio.Confirmed(gated.Comparison.Pairs, measure.Looks, gated.Comparison.Fresh), gate, gated);
    }

    private static GateOutcome Figure(GateSettings gate, GatedSide gated) => gate.Metric switch
    {
        "bytesPerOperation" => ByteGate.Of(gate, gated),
        "pauseShare" => PauseShare(gate, gated),
        "latencyNs.p99" => P99(gate, gated),
        "poolHitRate" => PoolHitRate(gate, gated),
        "eventsLost" => EventsLost(gate, gated),
        _ => GateOutcome.Undecided($"no gate on a metric '{gate.Metric}'"),
    };

    private static GateOutcome PauseShare(GateSettings gate, GatedSide gated)
    {
        if (gated.Ledger is not { } ledger) return GateOutcome.Undecided(gated.WhyMissing("metrics", ""));
        return EnoughCollections.AreMissing(ledger, gated.Counted)
            ? GateOutcome.Undecided("too few collections to judge pauses", ledger.PauseShare)
            : GateOutcome.Of(ledger.PauseShare, gate, $"{ledger.PauseShare:0.####} of elapsed time in pauses, allowed {gate.Max:0.####}");
    }

    // Pairs are what repeats: a limit that some of them keep and some do not decides nothing.
    private static GateOutcome P99(GateSettings gate, GatedSide gated)
    {
        if (gated.Latency is not { } latency || latency.ResponseTime.Quantile(0.99) is not { } p99) return GateOutcome.Undecided(gated.WhyMissing("metrics", ".latencyNs"));
        var (low, high) = (latency.P99OfPairs.Min(pair => pair.Value), latency.P99OfPairs.Max(pair => pair.Value));
        var outcome = GateOutcome.OfRange(
            p99.Value, (low, high), (gate.Min, gate.Max), $"{p99.Value} ns ({low} to {high} over {latency.P99OfPairs.Count} pairs), allowed {gate.Max:0}");
        return DroppedArrivals.OfLatency(outcome, gated);
    }

    private static GateOutcome PoolHitRate(GateSettings gate, GatedSide gated) => gated.Pool is { } pool
        ? GateOutcome.OfRange(pool.Rate, (pool.Low, pool.High), (gate.Min, gate.Max), $"{pool.Rate:0.####} [{pool.Low:0.####}, {pool.High:0.####}], at least {gate.Min:0.####} asked for")
        : GateOutcome.Undecided(gated.WhyMissing("metrics", ".poolHitRate"));

    private static GateOutcome EventsLost(GateSettings gate, GatedSide gated)
    {
        var failed = gated.Comparison.Warnings.Any(warning => warning.Id == TracedRunFailed.Id);
        return gated.Trace switch
        {
            null when failed => GateOutcome.Broken(gated.WhyMissing("traces", "")),
            null => GateOutcome.Undecided(gated.WhyMissing("traces", "")),
            { Problem: { } problem } => GateOutcome.Broken(problem),
            { Truncated: true } => GateOutcome.Undecided("the trace ends early, so its count of lost events is not final"),
            { EventsLost: null } => GateOutcome.Undecided("the trace's count of lost events makes no sense"),
            { EventsLost: { } lost } => GateOutcome.Of(lost, gate, $"{lost} events lost, allowed {gate.Max:0}"),
        };
    }
}
