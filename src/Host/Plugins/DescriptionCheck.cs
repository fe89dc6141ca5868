using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Host.Plugins;

/// <summary>Holds what a plug-in says of a workload against what a plan takes for granted.</summary>
internal static class DescriptionCheck
{
    /// <summary>What is wrong with it, in words that go on after its name; null when nothing is.</summary>
    public static string? Problem(WorkloadDescription workload)
    {
        string?[] texts =
        [
            workload.Summary,
            .. workload.Variants.SelectMany(variant => new[] { variant.Id, variant.Summary, variant.ReturnType }),
            .. workload.Parameters.SelectMany(parameter => new[] { parameter.Name, parameter.Summary, parameter.Default }),
            .. workload.Parameters.SelectMany(parameter => parameter.Values),
        ];
        if (texts.Contains(null)) return "a text that it must give is null";
        if (workload.Variants.Count == 0) return "it has no variant";
        if (Twice(workload.Variants.Select(variant => variant.Id)) is { } variant) return $"two of its variants are called '{variant}'";
        if (Twice(workload.Parameters.Select(parameter => parameter.Name)) is { } name) return $"two of its parameters are called '{name}'";
        if (workload.Variants.Count(variant => variant.IsBaseline) > 1) return "more than one of its variants is the baseline";
        return workload.Parameters.FirstOrDefault(parameter => !parameter.Values.Contains(parameter.Default)) is { } parameter
            ? $"the default '{parameter.Default}' of its parameter '{parameter.Name}' is none of the values"
            : null;
    }

    private static string? Twice(IEnumerable<string> names) =>
        names.GroupBy(name => name, StringComparer.Ordinal).FirstOrDefault(group => group.Count() > 1)?.Key;
}
