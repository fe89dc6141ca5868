using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Gates;

/// <summary>
/// A gate on how far a figure of the candidate is above that of the baseline, which was measured in turn with it. Where figures vary, it passes when all of
/// both ranges keeps the limit and fails when none does.
/// </summary>
internal static class IncreaseGate
{
    /// <summary>How it went.</summary>
    /// <param name="gate">What is asked for.</param>
    /// <param name="sides">Both sides.</param>
    public static GateOutcome Of(GateSettings gate, SidePair<SideAnalysis> sides)
    {
        var (baseline, candidate) = (Of(gate.Metric, sides.Baseline), Of(gate.Metric, sides.Candidate));
        if (baseline.Value is not { } from) return GateOutcome.NotMeasured($"baseline: {baseline.Missing}");
        if (candidate.Value is not { } to) return GateOutcome.NotMeasured($"candidate: {candidate.Missing}");
        var share = gate.MaxIncreasePercent / 100 ?? 0;
        var allowed = gate.MaxIncrease is { } most ? FormattableString.Invariant($"{most:0.###}") : FormattableString.Invariant($"{gate.MaxIncreasePercent:0.###} %");
        var outcome = GateOutcome.OfRange(
            to.Value - from.Value,
            (to.Low - ((1 + share) * from.High), to.High - ((1 + share) * from.Low)),
            (null, (gate.MaxIncrease ?? 0) + to.Tolerance),
            $"{to} against {from} {to.Unit} on the baseline, {allowed} more allowed (and {to.Tolerance:0.##} for the runtime's own)");
        return gate.MaxIncreasePercent is null ? outcome
            : outcome with { Value = from.Value > 0 ? 100 * ((to.Value / from.Value) - 1) : null };
    }

    private static Figure<GatedFigure?> Of(string metric, SideAnalysis side) =>
        metric != Metric.BytesPerOperation.Name ? new(null, $"no gate on an increase of '{metric}'")
        : side.Bytes is { PerOperation: { } bytes, Lowest: { } low, Highest: { } high } ? new(new GatedFigure(bytes, side.Bytes.Vary ? (low, high) : null, CountedBytes.Tolerance, "B/op"), null)
        : new(null, side.BytesPerOperation.Missing ?? "not measured");

    /// <summary>A figure of one side.</summary>
    /// <param name="Value">The figure.</param>
    /// <param name="Range">What it varies between; null where it is exact.</param>
    /// <param name="Tolerance">What it may differ by without a reason.</param>
    /// <param name="Unit">Its unit.</param>
    private sealed record GatedFigure(double Value, (double Low, double High)? Range, double Tolerance, string Unit)
    {
        public double Low => Range?.Low ?? Value;

        public double High => Range?.High ?? Value;

        public override string ToString() =>
            Range is { } range ? FormattableString.Invariant($"{Value:0.###} ({range.Low:0.###} to {range.High:0.###})") : FormattableString.Invariant($"{Value:0.###}");
    }
}
