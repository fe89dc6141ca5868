using AsyncLoad.Analysis.Findings;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Trace;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Gates;

/// <summary>Holds the gates of a profile against what was found. Without evidence a gate never passes.</summary>
public static class GateEvaluator
{
    /// <summary>Every gate of every comparison that has the gate's variant, in the order of the plan.</summary>
    public static IReadOnlyList<GateResult> Evaluate(IEnumerable<ComparisonAnalysis> comparisons)
    {
        ArgumentNullException.ThrowIfNull(comparisons);
        return
        [
            .. from comparison in comparisons
               from gate in comparison.Comparison.Gates
               let arm = ArmOf(gate, comparison.Comparison)
               where arm is not null
               select Evaluate(gate, comparison, arm.Value),
        ];
    }

    private static GateResult Evaluate(GateSettings gate, ComparisonAnalysis comparison, Arm arm)
    {
        var cell = comparison.Comparison.CellOf(arm);
        var outcome = WithoutEvidence(comparison) ?? Held(gate, new GatedArm(comparison, arm));
        return new GateResult(
            comparison.Comparison.Id, gate.Metric, cell.Variant, gate.Max, outcome.Value, outcome.State, outcome.Reason, gate.OnInconclusive);
    }

    private static GateOutcome Held(GateSettings gate, GatedArm gated) => gate.Metric switch
    {
        "bytesPerOperation" => Bytes(gate, gated),
        "ratio" => Ratio(gate, gated, gated.Comparison.Ratio),
        "cpuRatio" => Ratio(gate, gated, gated.Comparison.CpuRatio),
        "pauseShare" => PauseShare(gate, gated),
        "eventsLost" => EventsLost(gate, gated),
        _ => GateOutcome.Undecided($"no gate on a metric '{gate.Metric}'"),
    };

    // null means every candidate, and a comparison has one; a variant that this comparison does not have is gated in another one.
    private static Arm? ArmOf(GateSettings gate, Comparison comparison) =>
        gate.Variant is null || gate.Variant == comparison.Candidate.Variant ? Arm.Candidate
        : gate.Variant == comparison.Baseline.Variant ? Arm.Baseline
        : null;

    private static GateOutcome? WithoutEvidence(ComparisonAnalysis comparison)
    {
        var dropped = comparison.Findings.FirstOrDefault(finding => finding.Id == CellDropped.Id);
        if (dropped is not null) return GateOutcome.Broken(dropped.Message);
        return comparison.Pairs.Count == 0 ? GateOutcome.Broken("no pair was completed") : null;
    }

    private static GateOutcome Bytes(GateSettings gate, GatedArm gated)
    {
        if (gated.Counted is not { PerOperation: { } bytes, Lowest: { } lowest, Highest: { } highest })
            return GateOutcome.Undecided(gated.WhyMissing("metrics", ".bytesPerOperation"));
        var allowed = gate.Max + CountedBytes.Tolerance;
        var range = gated.Counted.Vary ? FormattableString.Invariant($" ({lowest:0.###} to {highest:0.###})") : "";
        FormattableString reason = $"{bytes:0.###} B/op{range}, allowed {gate.Max:0.###} (and {CountedBytes.Tolerance:0.##} for the runtime's own)";
        return GateOutcome.OfRange(bytes, (lowest, highest), allowed, reason);
    }

    private static GateOutcome Ratio(GateSettings gate, GatedArm gated, RatioInterval? ratio)
    {
        if (gated.Arm == Arm.Baseline) return GateOutcome.Undecided("a ratio is the candidate's, and this variant is the baseline");
        if (ratio is null) return GateOutcome.Undecided(gated.Comparison.Missing.GetValueOrDefault(gate.Metric, "no ratio"));
        FormattableString reason = $"{ratio.Estimate:0.####} [{ratio.Low:0.####}, {ratio.High:0.####}], allowed {gate.Max:0.####}";
        return GateOutcome.OfRange(ratio.Estimate, (ratio.Low, ratio.High), gate.Max, reason);
    }

    private static GateOutcome PauseShare(GateSettings gate, GatedArm gated)
    {
        if (gated.Ledger is not { } ledger) return GateOutcome.Undecided(gated.WhyMissing("metrics", ""));
        return gated.Comparison.Findings.Any(finding => finding.Id == FewCollections.Id)
            ? GateOutcome.Undecided("too few collections to judge pauses", ledger.PauseShare)
            : GateOutcome.Decided(ledger.PauseShare, ledger.PauseShare <= gate.Max, $"{ledger.PauseShare:0.####} of elapsed time in pauses, allowed {gate.Max:0.####}");
    }

    private static GateOutcome EventsLost(GateSettings gate, GatedArm gated)
    {
        var failed = gated.Comparison.Findings.Any(finding => finding.Id == TracedRunFailed.Id);
        return gated.Trace switch
        {
            null when failed => GateOutcome.Broken(gated.WhyMissing("traces", "")),
            null => GateOutcome.Undecided(gated.WhyMissing("traces", "")),
            { Problem: { } problem } => GateOutcome.Broken(problem),
            { Truncated: true } => GateOutcome.Undecided("the trace ends early, so its count of lost events is not final"),
            { EventsLost: < 0 } => GateOutcome.Undecided("the trace's count of lost events makes no sense"),
            { EventsLost: var lost } => GateOutcome.Decided(lost, lost <= gate.Max, $"{lost} events lost, allowed {gate.Max:0}"),
        };
    }

    private sealed record GatedArm(ComparisonAnalysis Comparison, Arm Arm)
    {
        public GcLedger? Ledger => Comparison.Arms.Of(Arm);

        public CountedBytes Counted => Comparison.Counted.Of(Arm);

        public TraceAnalysis? Trace => Comparison.Traces.Of(Arm);

        public string WhyMissing(string group, string member) =>
            Comparison.Missing.GetValueOrDefault($"{group}.{(Arm == Arm.Baseline ? "baseline" : "candidate")}{member}", "not measured");
    }

    private sealed record GateOutcome(GateState State, double? Value, string Reason)
    {
        public static GateOutcome Decided(double value, bool holds, FormattableString reason) =>
            new(holds ? GateState.Passed : GateState.Failed, value, FormattableString.Invariant(reason));

        // A range that the limit cuts decides nothing.
        public static GateOutcome OfRange(double value, (double Low, double High) range, double allowed, FormattableString reason) =>
            range.Low <= allowed && range.High > allowed
                ? Undecided(FormattableString.Invariant(reason), value)
                : Decided(value, range.High <= allowed, reason);

        public static GateOutcome Undecided(string reason, double? value = null) => new(GateState.Inconclusive, value, reason);

        public static GateOutcome Broken(string reason) => new(GateState.Broken, null, reason);
    }
}
