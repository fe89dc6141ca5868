using AsyncLoad.Workloads;

namespace AsyncLoad.Tests.Workloads;

/// <summary>What the built-in workloads offer, for tests that go through all of it.</summary>
internal static class Catalogued
{
    public static IReadOnlyList<Workload> All => WorkloadCatalogue.CreateAll();

    public static Workload One(string id) => All.Single(workload => workload.Id == id);

    /// <summary>Every combination of parameter values.</summary>
    public static IReadOnlyList<Arguments> ArgumentsOf(Workload workload)
    {
        IEnumerable<IEnumerable<KeyValuePair<string, string>>> combinations = [[]];
        foreach (var parameter in workload.Parameters)
            combinations = [.. from combination in combinations from value in parameter.Values select combination.Append(new(parameter.Name, value))];
        return [.. combinations.Select(combination => new Arguments(combination))];
    }

    /// <summary>Every variant with every combination, as text.</summary>
    public static IReadOnlyList<string> CellsOf(Workload workload) =>
        [.. from arguments in ArgumentsOf(workload) from variant in workload.Variants select Cell(variant.Id, arguments)];

    public static string Cell(string variant, Arguments arguments) => $"{variant} ({string.Join(", ", arguments.Select(pair => $"{pair.Key}={pair.Value}"))})";
}
