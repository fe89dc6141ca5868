using AsyncLoad.Analysis.Diffs;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Gates;

/// <summary>The run that gates count changes from, comparison by comparison.</summary>
/// <param name="against">The run; null without one.</param>
/// <param name="machine">Fingerprint of the machine of the run that is judged.</param>
internal sealed class ReferenceComparisons(RunAnalysis? against, string machine)
{
    private const int MostNamed = 3;

    private readonly Dictionary<string, ComparisonAnalysis> all =
        against?.Comparisons.ToDictionary(comparison => comparison.Comparison.Id, StringComparer.Ordinal) ?? [];

    /// <summary>The same comparison in that run; null where there is none.</summary>
    public ComparisonAnalysis? Of(Comparison comparison) => all.GetValueOrDefault(comparison.Id);

    /// <summary>Its pairs, where a gate may count from them.</summary>
    public Figure<IReadOnlyList<PairRatio>?> Pairs(Comparison comparison, GateSettings gate) =>
        WhyNot(comparison, gate) is { } reason ? new(null, reason) : new(Of(comparison)!.Pairs);

    /// <summary>Bytes of one of its sides, where a gate may count from them.</summary>
    public Figure<CountedBytes?> Bytes(Comparison comparison, GateSettings gate, Side side) =>
        WhyNot(comparison, gate) is { } reason ? new(null, reason) : new(Of(comparison)!.Sides.Of(side).Bytes);

    /// <summary>Memory of one of its sides, where a gate may count from it.</summary>
    public Figure<PairRange?> Memory(Comparison comparison, GateSettings gate, Side side)
    {
        if (WhyNot(comparison, gate) is { } reason) return new(null, reason);
        var found = MemoryGate.FigureOf(gate.Metric)!(Of(comparison)!.Sides.Of(side).Memory);
        return found.Value is null ? new(null, $"the reference run has no figure: {found.Why}") : found;
    }

    /// <summary>Why a gate cannot count from that run because of the machine that measured it; null where it can.</summary>
    public string? OtherMachineOf(Comparison comparison, GateSettings gate)
    {
        if (against is null || OtherMachine.DependsOn(gate) is not { } because) return null;
        // In a joined run, the machine of the comparison counts.
        var (then, now) = (Of(comparison)?.Comparison.Machine ?? against.Manifest.Machine.Id, comparison.Machine ?? machine);
        return then == now ? null : OtherMachine.Reason(then, now, because);
    }

    /// <summary>Why a gate cannot count from that run because it has not measured the same; null where it has, or where there is no such run.</summary>
    public string? NotTheSame(Comparison comparison, GateSettings gate)
    {
        if (against is null) return null;
        if (Of(comparison) is not { } earlier) return $"the reference run has no comparison {comparison.Id}; it has {Some([.. all.Keys])}";
        // Sides of the same name may have been measured with different settings.
        string[] others = [.. SidesOf(comparison, gate).SelectMany(side => SettingsDiffer.OfSide(side, earlier.Comparison, comparison))];
        return others.Length == 0 ? null : $"the reference run measured other sides under these names ({string.Join("; ", others)}): measure the reference run again, or rename the sides";
    }

    private string? WhyNot(Comparison comparison, GateSettings gate) =>
        against is null ? GateOutcome.NothingBefore.Reason : NotTheSame(comparison, gate) ?? OtherMachineOf(comparison, gate);

    // A ratio is of both sides.
    private static Side[] SidesOf(Comparison comparison, GateSettings gate) =>
        Metric.Named(gate.Metric)?.Judged is null && GateEvaluator.SideOf(gate, comparison) is { } one ? [one] : Enum.GetValues<Side>();

    private static string Some(string[] ids)
    {
        if (ids.Length == 0) return "none";
        var named = string.Join(", ", ids.Take(MostNamed));
        return ids.Length > MostNamed ? FormattableString.Invariant($"{named} and {ids.Length - MostNamed} more") : named;
    }
}
