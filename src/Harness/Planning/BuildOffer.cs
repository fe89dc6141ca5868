using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning;

/// <summary>What was built for a side.</summary>
/// <param name="Source">What it was built from.</param>
/// <param name="Catalogue">What the measured process can measure of it.</param>
/// <param name="Content">A hash of its files: builds with the same files have the same hash.</param>
internal sealed record BuildOffer(CodeSource Source, CodeBuild Build, Catalogue Catalogue, string Content);

/// <summary>Says which comparisons cannot be measured with which builds.</summary>
internal static class BuildRefusals
{
    /// <summary>The build of a side; null for the plan's.</summary>
    public static CodeBuild? Of(SideSettings side, IReadOnlyList<BuildOffer> offers) =>
        side.Source is { } source ? offers.FirstOrDefault(offer => offer.Source.Key == source.Key)?.Build : null;

    /// <summary>All that any build offers: a plan skips, with the reason, what a build lacks.</summary>
    public static Catalogue Union(Catalogue first, IEnumerable<BuildOffer> others) => others.Aggregate(first, (all, other) => all with
    {
        Workloads = Union(all.Workloads, other.Catalogue.Workloads, workload => workload.Id, (mine, theirs) => Union(mine, theirs, other.Build.Name)),
        Plugins = all.Plugins is null && other.Catalogue.Plugins is null ? null : [.. (all.Plugins ?? []).Concat(other.Catalogue.Plugins ?? []).Distinct()],
    });

    /// <summary>Why a comparison cannot be measured with its builds; null when it can.</summary>
    public static string? SkippedComparison(Combination one, IReadOnlyList<BuildOffer> offers)
    {
        var (baseline, candidate) = (Find(one.Baseline, offers), Find(one.Candidate, offers));
        var differences = one.Baseline.Differences(one.Candidate);
        if (baseline is not null && candidate is not null && baseline.Content == candidate.Content && differences is [] or [CellPart.Build])
        {
            string[] names = [.. new[] { baseline, candidate }.Select(offer => Printable.Quote(offer.Build.Name)).Distinct(StringComparer.Ordinal)];
            return $"both sides are the same build: {string.Join(" and ", names)}{(names.Length > 1 ? " give the same files" : "")}";
        }

        if (one.Experiment.Sides is not null && differences.Count == 0) return "both sides are the same: give one of them a setting that the other does not have";
        if (New(one.Baseline.Workload, baseline, candidate) is { } reason) return reason;
        BuildOffer[] both = [.. new[] { baseline, candidate }.OfType<BuildOffer>()];
        return Missing(one.Baseline, baseline, both) ?? Missing(one.Candidate, candidate, both)
            ?? (baseline is null || candidate is null ? null : OtherClass(one.Baseline.Workload, baseline, candidate) ?? OtherClass(one.Baseline.Workload, candidate, baseline));
    }

    private static string? New(string workload, BuildOffer? baseline, BuildOffer? candidate) =>
        baseline is null || baseline.Catalogue.Workload(workload) is not null || (candidate is not null && candidate.Catalogue.Workload(workload) is null)
            ? null
            : $"{Printable.Quote(baseline.Build.Name)} has no workload {Printable.Quote(workload)}: it is new in {(candidate is null ? "the project as it is" : Printable.Quote(candidate.Build.Name))}, and there is nothing to compare it with";

    // The id of a class is its short name, which may be that of another class in the other build. A class in a new namespace is still the same.
    private static string? OtherClass(string workload, BuildOffer one, BuildOffer other)
    {
        var mine = one.Catalogue.Workload(workload)?.ClassName;
        var theirs = other.Catalogue.Workload(workload)?.ClassName;
        if (mine is null || theirs is null || mine == theirs || other.Catalogue.Workloads.FirstOrDefault(known => known.ClassName == mine) is not { } same) return null;
        var (here, there) = (Printable.Quote(one.Build.Name), Printable.Quote(other.Build.Name));
        return $"{Printable.Quote(workload)} is {Printable.Text(mine)} in {here} and {Printable.Text(theirs)} in {there}, which has {Printable.Text(mine)} as {Printable.Quote(same.Id)}: give the classes different names";
    }

    private static string? Missing(Cell cell, BuildOffer? offer, BuildOffer[] both)
    {
        if (offer is null) return null;
        var build = Printable.Quote(offer.Build.Name);
        if (offer.Catalogue.Workload(cell.Workload) is not { } workload) return $"{build} has no workload {Printable.Quote(cell.Workload)}";
        if (workload.Variants.All(variant => variant.Id != cell.Variant)) return $"{build} has no variant {Printable.Quote(cell.Variant)}";
        foreach (var (name, value) in cell.Parameters.Where(parameter => !IsOfOtherMethods(parameter.Key, cell, both)))
        {
            if (workload.Parameters.FirstOrDefault(parameter => parameter.Name == name) is not { } parameter) return $"{build} has no parameter {Printable.Quote(name)}";
            if (!ParametersReader.Takes(parameter, value)) return $"{build} does not take the value {Printable.Quote($"{name}={value}")}";
        }

        return ArgumentRefusal.Refusal(cell, workload) is { } refusal ? $"{refusal} in {build}" : null;
    }

    // The arguments of some methods of a class are in the cells of all, and mean nothing to a method that takes none.
    private static bool IsOfOtherMethods(string parameter, Cell cell, BuildOffer[] both)
    {
        var workloads = both.Select(offer => offer.Catalogue.Workload(cell.Workload)).OfType<WorkloadDescription>().ToList();
        return workloads.Any(workload => workload.ArgumentsParameter == parameter)
            && workloads.All(workload => workload.Variants.FirstOrDefault(variant => variant.Id == cell.Variant) is not { Arguments: not null });
    }

    private static BuildOffer? Find(Cell cell, IReadOnlyList<BuildOffer> offers) => cell.Build is null ? null : offers.FirstOrDefault(offer => ReferenceEquals(offer.Build, cell.Build));

    private static WorkloadDescription Union(WorkloadDescription one, WorkloadDescription other, string build) => one with
    {
        Parameters = Union(one.Parameters, other.Parameters, parameter => parameter.Name, (mine, theirs) => mine with { Values = [.. mine.Values.Union(theirs.Values)] }),
        Variants = Union(one.Variants, other.Variants, variant => variant.Id, (mine, theirs) => Union(mine, theirs, build)),
        ArgumentsParameter = one.ArgumentsParameter ?? other.ArgumentsParameter,
        SharedState = one.SharedState ?? other.SharedState,
    };

    private static VariantDescription Union(VariantDescription one, VariantDescription other, string build) => one with
    {
        Arguments = one.Arguments is null ? other.Arguments : [.. one.Arguments.Union(other.Arguments ?? [])],
        Builds = IsAlike(one, other) ? one.Builds : new Dictionary<string, VariantDescription>(one.Builds ?? new Dictionary<string, VariantDescription>()) { [build] = other },
    };

    // Lists are left out: arguments are joined, and the categories of any build choose methods.
    private static bool IsAlike(VariantDescription one, VariantDescription other) =>
        one with { Arguments = null, Declared = null, Builds = null } == other with { Arguments = null, Declared = null, Builds = null }
        && (one.Declared?.Method, one.Declared?.Description) == (other.Declared?.Method, other.Declared?.Description);

    private static T[] Union<T>(IReadOnlyList<T> one, IReadOnlyList<T> other, Func<T, string> name, Func<T, T, T> both) =>
    [
        .. one.Select(mine => other.Where(theirs => name(theirs) == name(mine)).Select(theirs => both(mine, theirs)).DefaultIfEmpty(mine).First()),
        .. other.Where(theirs => one.All(mine => name(mine) != name(theirs))),
    ];
}
