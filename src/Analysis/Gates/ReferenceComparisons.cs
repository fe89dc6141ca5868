using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Plans;

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

    /// <summary>Its pairs, where a ratio may be counted from them: bytes are the same on every machine, ratios are not.</summary>
    public Figure<IReadOnlyList<PairRatio>?> Pairs(Comparison comparison) =>
        WhyNot(comparison, "a ratio depends on the processor") is { } reason ? new(null, reason) : new(Of(comparison)!.Pairs);

    /// <summary>Memory of one of its sides, where it may be counted from: how large a heap gets depends on cores and memory of the machine.</summary>
    public Figure<PairRange?> Memory(Comparison comparison, Side side, Func<SideMemory, Figure<PairRange?>> figure)
    {
        if (WhyNot(comparison, "memory depends on its cores") is { } reason) return new(null, reason);
        var found = figure(Of(comparison)!.Sides.Of(side).Memory);
        return found.Value is null ? new(null, $"the earlier run has no figure: {found.Why}") : found;
    }

    private string? WhyNot(Comparison comparison, string because)
    {
        if (Of(comparison) is not { } earlier) return GateOutcome.NothingBefore.Reason;
        var (then, now) = (earlier.Comparison.Machine ?? against!.Manifest.Machine.Id, comparison.Machine ?? machine);
        return then == now
            ? null
            : $"the reference run comes from another machine ({then}, and this is {now}), and {because}: measure both versions in one run, by compare --baseline commit=… --candidate commit=HEAD";
    }
}
