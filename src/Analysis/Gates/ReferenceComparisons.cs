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
    public Figure<IReadOnlyList<PairRatio>?> Pairs(Comparison comparison)
    {
        if (Of(comparison) is not { } earlier) return new(null, GateOutcome.NothingBefore.Reason);
        var (then, now) = (earlier.Comparison.Machine ?? against!.Manifest.Machine.Id, comparison.Machine ?? machine);
        return then == now
            ? new(earlier.Pairs)
            : new(null, $"the reference run comes from another machine ({then}, and this is {now}), and a ratio depends on the processor: measure both versions in one run, by compare --baseline commit=… --candidate commit=HEAD");
    }
}
