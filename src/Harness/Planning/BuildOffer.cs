using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning;

/// <summary>What was built for a side.</summary>
/// <param name="Source">What it was built from.</param>
/// <param name="Build">The build.</param>
/// <param name="Catalogue">What the measured process can measure of it.</param>
/// <param name="Content">Same for builds that left the same files.</param>
internal sealed record BuildOffer(CodeSource Source, CodeBuild Build, Catalogue Catalogue, string Content);

/// <summary>Which comparisons can be measured of which builds.</summary>
internal static class BuildRefusals
{
    /// <summary>The build of a side; null for that of the plan.</summary>
    public static CodeBuild? Of(SideSettings side, IReadOnlyList<BuildOffer> offers) =>
        side.Source is { } source ? offers.FirstOrDefault(offer => offer.Source.Key == source.Key)?.Build : null;

    /// <summary>All that any build offers: what one of them lacks is left out of a plan with the reason.</summary>
    public static Catalogue Union(Catalogue first, IEnumerable<Catalogue> others) => others.Aggregate(first, (all, other) => all with
    {
        Workloads =
        [
            .. all.Workloads.Select(workload => other.Workloads.FirstOrDefault(known => known.Id == workload.Id) is { } same ? Union(workload, same) : workload),
            .. other.Workloads.Where(workload => all.Workloads.All(known => known.Id != workload.Id)),
        ],
    });

    /// <summary>Why a comparison cannot be measured of its builds; null when it can.</summary>
    public static string? SkippedComparison(Combination one, IReadOnlyList<BuildOffer> offers)
    {
        var (baseline, candidate) = (Find(one.Baseline, offers), Find(one.Candidate, offers));
        if (baseline is not null && candidate is not null && baseline.Content == candidate.Content && one.Baseline.Differences(one.Candidate) is [CellPart.Build])
            return $"both sides are the same build: {Printable.Quote(baseline.Build.Name)} and {Printable.Quote(candidate.Build.Name)} give the same files";
        return Missing(one.Baseline, baseline) ?? Missing(one.Candidate, candidate);
    }

    private static string? Missing(Cell cell, BuildOffer? offer)
    {
        if (offer is null) return null;
        if (offer.Catalogue.Workloads.FirstOrDefault(known => known.Id == cell.Workload) is not { } workload)
            return $"{Printable.Quote(cell.Workload)} is not there in {Printable.Quote(offer.Build.Name)}";
        return workload.Variants.Any(variant => variant.Id == cell.Variant) ? null : $"{Printable.Quote(cell.Variant)} is not there in {Printable.Quote(offer.Build.Name)}";
    }

    private static BuildOffer? Find(Cell cell, IReadOnlyList<BuildOffer> offers) => cell.Build is null ? null : offers.FirstOrDefault(offer => ReferenceEquals(offer.Build, cell.Build));

    private static WorkloadDescription Union(WorkloadDescription one, WorkloadDescription other) =>
        one with { Variants = [.. one.Variants, .. other.Variants.Where(variant => one.Variants.All(known => known.Id != variant.Id))] };
}
