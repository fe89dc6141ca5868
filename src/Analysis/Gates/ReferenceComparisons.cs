using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Gates;

/// <summary>The run that gates count changes from, comparison by comparison.</summary>
/// <param name="against">The run; null without one.</param>
/// <param name="machine">Fingerprint of the machine of the run that is judged.</param>
internal sealed class ReferenceComparisons(RunAnalysis? against, string machine)
{
    private readonly Dictionary<string, ComparisonAnalysis> all =
        against?.Comparisons.ToDictionary(comparison => comparison.Comparison.Id, StringComparer.Ordinal) ?? [];

    /// <summary>The same comparison in that run; null where there is none.</summary>
    public ComparisonAnalysis? Of(Comparison comparison) => all.GetValueOrDefault(comparison.Id);

    /// <summary>Its pairs, where a gate may count from them.</summary>
    public Figure<IReadOnlyList<PairRatio>?> Pairs(Comparison comparison, GateSettings gate) =>
        WhyNot(comparison, gate) is { } reason ? new(null, reason) : new(Of(comparison)!.Pairs);

    /// <summary>Memory of one of its sides, where a gate may count from it.</summary>
    public Figure<PairRange?> Memory(Comparison comparison, GateSettings gate, Side side)
    {
        if (WhyNot(comparison, gate) is { } reason) return new(null, reason);
        var found = MemoryGate.FigureOf(gate.Metric)!(Of(comparison)!.Sides.Of(side).Memory);
        return found.Value is null ? new(null, $"the earlier run has no figure: {found.Why}") : found;
    }

    /// <summary>Why a gate cannot count from that run because of the machine that measured it; null where it can.</summary>
    public string? OtherMachineOf(Comparison comparison, GateSettings gate)
    {
        if (against is null || OtherMachine.DependsOn(gate) is not { } because) return null;
        // Of a joined run, the machine of the comparison counts.
        var (then, now) = (Of(comparison)?.Comparison.Machine ?? against.Manifest.Machine.Id, comparison.Machine ?? machine);
        return then == now ? null : OtherMachine.Reason(then, now, because);
    }

    private string? WhyNot(Comparison comparison, GateSettings gate) => Of(comparison) is null ? GateOutcome.NothingBefore.Reason : OtherMachineOf(comparison, gate);
}
