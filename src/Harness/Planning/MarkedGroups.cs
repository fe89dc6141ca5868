using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning;

/// <summary>The comparisons that a workload marks, as in BenchmarkDotNet's table: in each group the baseline against every other variant.</summary>
internal static class MarkedGroups
{
    /// <summary>Marked baselines, each with the variants compared with it. A baseline without any is not listed.</summary>
    public static IReadOnlyList<VariantGroup> Of(WorkloadDescription workload) =>
    [
        .. workload.Variants.Where(variant => variant.IsBaseline)
            .Select(baseline => new VariantGroup(baseline.Id, [.. Others(workload, baseline).Where(other => !other.IsBaseline).Select(other => other.Id)]))
            .Where(group => group.Candidates.Count > 0),
    ];

    /// <summary>The other variants in the group of a variant.</summary>
    public static IEnumerable<VariantDescription> Others(WorkloadDescription workload, VariantDescription one) =>
        workload.Variants.Where(other => other.Id != one.Id && AreCompared(one, other));

    /// <summary>The marked baselines that a variant is compared with: those of its group, or else the workload's only one.</summary>
    public static IReadOnlyList<string> BaselinesOf(WorkloadDescription workload, string id)
    {
        var variant = workload.Variants.First(known => known.Id == id);
        var marked = workload.Variants.Where(known => known.IsBaseline).ToList();
        string[] own = [.. marked.Where(baseline => AreCompared(baseline, variant)).Select(baseline => baseline.Id)];
        return own.Length == 0 && marked is [var only] ? [only.Id] : own;
    }

    /// <summary>The variants that are not compared: their group has no baseline, or only that.</summary>
    public static IEnumerable<string> Alone(WorkloadDescription workload)
    {
        var compared = Of(workload).SelectMany(group => group.Candidates.Prepend(group.Baseline)).ToHashSet(StringComparer.Ordinal);
        return workload.Variants.Select(variant => variant.Id).Where(id => !compared.Contains(id));
    }

    private static bool AreCompared(VariantDescription one, VariantDescription other) =>
        one.Declared?.Group == other.Declared?.Group
        && (one.Arguments is null || other.Arguments is null || one.Arguments.Intersect(other.Arguments, StringComparer.Ordinal).Any());
}
