using AsyncLoad.Workloads;

namespace AsyncLoad.Tests.Workloads;

/// <summary>Every cell of the workloads beyond the texts: workload, variant, parameter values.</summary>
internal static class BeyondCells
{
    public static readonly IReadOnlyList<string> Ids =
    [
        "cache", "deep-chain", "value-task-source", "channel", "pipe", "socket", "semaphore", "fan-out", "async-enumerable", "simulated-io", "stream-read",
    ];

    /// <summary>A new instance of a workload.</summary>
    public static Workload Create(string id) => WorkloadCatalogue.CreateAll().Single(workload => workload.Id == id);

    /// <summary>Every combination of the values of a workload's parameters.</summary>
    public static IReadOnlyList<Arguments> ArgumentsOf(Workload workload)
    {
        IEnumerable<(string Name, string Value)[]> sets = [[]];
        foreach (var parameter in workload.Parameters)
            sets = sets.SelectMany(set => parameter.Values.Select(value => ((string Name, string Value)[])[.. set, (parameter.Name, value)]));
        return [.. sets.Select(set => Arguments.Of(set))];
    }

    public static Arguments DefaultsOf(Workload workload) =>
        Arguments.Of([.. workload.Parameters.Select(parameter => (parameter.Name, parameter.Default))]);

    /// <summary>A cell as text, for comparison and messages.</summary>
    public static string Name(string variant, Arguments arguments) => $"{variant} {string.Join(' ', arguments.Select(pair => $"{pair.Key}={pair.Value}"))}";
}
