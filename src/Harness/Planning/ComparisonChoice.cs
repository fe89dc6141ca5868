using System.Globalization;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Sweeps;
using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Harness.Planning;

/// <summary>Which comparisons <c>--only</c> and <c>--category</c> leave: those that one of the patterns matches, and whose method has one of the categories.</summary>
/// <param name="globs">Of <c>--only</c>; none for all comparisons.</param>
/// <param name="categories">Of <c>--category</c>; none for all methods.</param>
/// <param name="workloads">Workloads by id.</param>
internal sealed class ComparisonChoice(IReadOnlyList<string> globs, IReadOnlyList<string> categories, IReadOnlyDictionary<string, WorkloadDescription> workloads)
{
    private const int MostNamed = 12;

    // A typo is near one of the first, and others need not be compared.
    private const int MostCompared = 1_000;

    /// <summary>Whether a comparison is left.</summary>
    public bool Keeps(Combination one) => IsNamed(one) && IsOfCategory(one);

    /// <summary>How many are left of how many, and what chose none; null where nothing was asked for.</summary>
    public string? Told(IReadOnlyList<Combination> all, int kept)
    {
        if (globs.Count == 0 && categories.Count == 0) return null;
        var (options, ending) = globs.Count == 0 ? ("--category", "s") : categories.Count == 0 ? ("--only", "s") : ("--only and --category", "");
        var how = kept == all.Count ? $"all {Count(all.Count)}" : $"{Count(kept)} of {Count(all.Count)}";
        string[] idle = [.. globs.Where(glob => !all.Any(one => Names(one).Match(glob))), .. categories.Where(category => !all.Any(one => Has(one, category)))];
        return $"{options} keep{ending} {how} comparison{(all.Count == 1 ? "" : "s")}{(idle.Length == 0 ? "" : $"; {Either(idle)} matches none")}";
    }

    /// <summary>Why none is left, with what there is.</summary>
    public string NothingLeft(IReadOnlyList<Combination> all)
    {
        if (!all.Any(IsOfCategory))
        {
            string[] others = [.. all.SelectMany(Categories).Distinct(StringComparer.OrdinalIgnoreCase).Order(StringComparer.Ordinal)];
            return $"no comparison is of a method with the category {Either(categories)}{(others.Length == 0 ? "" : $"; there are {string.Join(", ", others.Select(Printable.Quote))}")}";
        }

        if (globs.Count == 0) return "the profile plans no comparison";
        if (all.Any(IsNamed)) return $"no comparison that matches {Either(globs)} is of a method with the category {Either(categories)}";
        var compared = all.Take(MostCompared).ToList();
        string[] known = [.. compared.Select(ComparisonBuilder.Id), .. compared.Select(one => one.Candidate.Variant).Distinct(StringComparer.Ordinal)];
        return $"no comparison matches {Either(globs)}; {(globs.Select(glob => Suggestion.Nearest(glob, known)).OfType<string>().FirstOrDefault() is { } nearest ? $"did you mean {Quoted(nearest)}?" : WhatThereIs(all))}";
    }

    private static string WhatThereIs(IReadOnlyList<Combination> all)
    {
        string[] variants = [.. all.Select(one => one.Candidate.Variant).Distinct(StringComparer.Ordinal)];
        var named = $"{string.Join(", ", variants.Take(MostNamed).Select(Printable.Text))}{(variants.Length > MostNamed ? ", …" : "")}";
        return $"{(variants.Length == 1 ? "the candidate is" : "candidates are")} {named}, and the {(all.Count == 1 ? "only id" : $"first of {Count(all.Count)} ids")} is {Quoted(ComparisonBuilder.Id(all[0]))}";
    }

    private bool IsNamed(Combination one) => globs.Count == 0 || globs.Any(Names(one).Match);

    private bool IsOfCategory(Combination one) => categories.Count == 0 || categories.Any(category => Has(one, category));

    private bool Has(Combination one, string category) => Categories(one).Contains(category, StringComparer.OrdinalIgnoreCase);

    private IReadOnlyList<string> Categories(Combination one) => Variant(one)?.Declared?.Categories ?? [];

    // A sweep is chosen as a whole: by its own id or by the id of the comparison that it varies.
    private ComparisonNames Names(Combination one)
    {
        var workload = workloads[one.Experiment.Workload];
        string?[] ids = [ComparisonBuilder.Id(one), SweepBuilder.SweepId(one, workload)];
        string?[] groups = [one.Experiment.Name, workload.Id, workload.ClassName];
        string?[] methods = [one.Candidate.Variant, Variant(one)?.Declared?.Method];
        return new ComparisonNames([.. ids.OfType<string>()], [.. groups.OfType<string>()], [.. methods.OfType<string>()]);
    }

    private VariantDescription? Variant(Combination one) => workloads[one.Experiment.Workload].Variants.FirstOrDefault(variant => variant.Id == one.Candidate.Variant);

    private static string Either(IEnumerable<string> names) => string.Join(" or ", names.Select(Printable.Quote));

    // Ids are long, and are copied whole.
    private static string Quoted(string id) => $"\"{Printable.Text(id)}\"";

    private static string Count(int count) => count.ToString("N0", CultureInfo.InvariantCulture);
}
