using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning;

/// <summary>One combination of an experiment's lists.</summary>
internal sealed record Combination(
    Experiment Experiment,
    string Candidate,
    LoadSettings Load,
    PressureSettings Pressure,
    GcSettings Gc,
    IReadOnlyDictionary<string, string> Parameters,
    RuntimeSettings? Runtime = null);

/// <summary>Lists → every combination, in a fixed order: candidate, load, pressure, GC settings, runtime, parameters as declared; the last varies fastest.</summary>
internal static class Matrix
{
    // Null is the plain build.
    private static readonly RuntimeSettings?[] Plain = [null];

    /// <summary>How many comparisons an experiment expands to; a double, since a slip in a profile may pass every integer.</summary>
    public static double Size(Experiment experiment) => experiment.Parameters.Values.Aggregate(
        (double)experiment.Candidates.Count * experiment.Loads.Count * experiment.Pressures.Count * experiment.GcSettings.Count * Runtimes(experiment).Count,
        (product, values) => product * values.Count);

    /// <summary>All combinations of one experiment.</summary>
    public static IEnumerable<Combination> Expand(Experiment experiment, WorkloadDescription workload)
    {
        var parameters = ParameterSets(experiment, workload);
        return
            from candidate in experiment.Candidates
            from load in experiment.Loads
            from pressure in experiment.Pressures
            from gc in experiment.GcSettings
            from runtime in Runtimes(experiment)
            from set in parameters
            select new Combination(experiment, candidate, load, pressure, gc, set, runtime);
    }

    private static IReadOnlyList<RuntimeSettings?> Runtimes(Experiment experiment) => (IReadOnlyList<RuntimeSettings?>?)experiment.Runtimes ?? Plain;

    private static List<IReadOnlyDictionary<string, string>> ParameterSets(Experiment experiment, WorkloadDescription workload)
    {
        List<IReadOnlyDictionary<string, string>> sets = [new Dictionary<string, string>(StringComparer.Ordinal)];
        foreach (var parameter in workload.Parameters)
        {
            var values = experiment.Parameters.TryGetValue(parameter.Name, out var given) ? given : [parameter.Default];
            sets = [.. sets.SelectMany(set => values.Select(value => With(set, parameter.Name, value)))];
        }

        return sets;
    }

    private static Dictionary<string, string> With(IReadOnlyDictionary<string, string> set, string name, string value) =>
        new(set, StringComparer.Ordinal) { [name] = value };
}
