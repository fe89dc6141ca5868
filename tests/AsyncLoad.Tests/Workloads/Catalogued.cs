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

    public static string Text(Arguments arguments) => string.Join(", ", arguments.Select(pair => $"{pair.Key}={pair.Value}"));
}
