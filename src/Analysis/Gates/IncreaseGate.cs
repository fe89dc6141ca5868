using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Gates;

/// <summary>
/// A gate on how far a figure of the candidate is above the baseline's, or below it where the limit is below 0.
/// Where figures vary, it passes when both whole ranges keep the limit, and fails when no part of them does.
/// </summary>
internal static class IncreaseGate
{
    /// <summary>How it went.</summary>
    /// <param name="gate">What is asked for.</param>
    /// <param name="sides">Both sides.</param>
    public static GateOutcome Of(GateSettings gate, SidePair<SideAnalysis> sides)
    {
        var (baseline, candidate) = (Of(gate, sides.Baseline), Of(gate, sides.Candidate));
        if (baseline.Value is not { } from) return GateOutcome.NotMeasured($"baseline: {baseline.Missing}");
        if (candidate.Value is not { } to) return GateOutcome.NotMeasured($"candidate: {candidate.Missing}");
        var share = gate.MaxIncreasePercent / 100 ?? 0;
        var outcome = GateOutcome.OfRange(
            to.Value - from.Value,
            (to.Range.Low - ((1 + share) * from.Range.High), to.Range.High - ((1 + share) * from.Range.Low)),
            (null, (gate.MaxIncrease ?? 0) + to.Tolerance),
            $"{to.Text} against {from.Text}{to.Unit} on the baseline, {Allowed(gate)}{(to.Tolerance > 0 ? $" (and {to.Tolerance:0.##} for the runtime's own)" : "")}");
        return gate.MaxIncreasePercent is null ? outcome
            : outcome with { Value = from.Value > 0 ? 100 * ((to.Value / from.Value) - 1) : null };
    }

    private static string Allowed(GateSettings gate)
    {
        var limit = gate.MaxIncrease ?? gate.MaxIncreasePercent ?? 0;
        var most = Math.Abs(limit);
        var amount = gate.MaxIncrease is null ? Figures.Limit(MetricFormat.Share, most / 100) : GateText.Limit(gate, most);
        return limit < 0 ? $"{amount} less asked for" : $"{amount} more allowed";
    }

    private static Figure<GatedFigure?> Of(GateSettings gate, SideAnalysis side)
    {
        if (MemoryGate.FigureOf(gate.Metric) is { } memory)
        {
            var found = memory(side.Memory);
            return found.Value is { } range ? new(new GatedFigure(range.Median, (range.Lowest, range.Highest), 0, MemoryGate.Text(gate, range), ""), null) : new(null, found.Why);
        }

        if (gate.Metric != Metric.BytesPerOperation.Name) return new(null, $"there is no gate on an increase of '{gate.Metric}'");
        if (side.Bytes is not { PerOperation: { } bytes, Lowest: { } low, Highest: { } high }) return new(null, side.BytesPerOperation.Missing ?? "not measured");
        return side.Bytes.Vary
            ? new(new GatedFigure(bytes, (low, high), CountedBytes.Tolerance, $"{Figures.BytesPerOperation(bytes)} ({Figures.BytesPerOperation(low)} to {Figures.BytesPerOperation(high)})", " B/op"), null)
            : new(new GatedFigure(bytes, (bytes, bytes), CountedBytes.Tolerance, Figures.BytesPerOperation(bytes), " B/op"), null);
    }

    /// <summary>A figure of one side.</summary>
    /// <param name="Value">The figure.</param>
    /// <param name="Range">What it varies between.</param>
    /// <param name="Tolerance">What it may differ by without a reason.</param>
    /// <param name="Text">The figure, and the range where it varies.</param>
    /// <param name="Unit">Its unit after a space, where the text has none.</param>
    private sealed record GatedFigure(double Value, (double Low, double High) Range, double Tolerance, string Text, string Unit);
}
