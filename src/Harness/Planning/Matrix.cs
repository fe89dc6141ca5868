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

    /// <summary>How many comparisons an experiment expands to at most; a double, since a slip in a profile may pass every integer.</summary>
    public static double Size(Experiment experiment) => experiment.Parameters.Values.Aggregate(
        (double)experiment.Groups.Sum(group => group.Candidates.Count) * experiment.Loads.Count * experiment.Pressures.Count * experiment.GcSettings.Count * Runtimes(experiment).Count,
        (product, values) => product * values.Count);

    /// <summary>All combinations of one experiment.</summary>
    public static IEnumerable<Combination> Expand(Experiment experiment, WorkloadDescription workload) =>
        from variants in experiment.Groups
        let own = experiment with { Baseline = variants.Baseline, Candidates = variants.Candidates, Further = null }
        let sets = ParameterSets(experiment, variants, workload)
        from candidate in variants.Candidates
        from load in experiment.Loads
        from pressure in experiment.Pressures
        from gc in experiment.GcSettings
        from runtime in Runtimes(experiment)
        from set in sets
        select new Combination(own, candidate, load, pressure, gc, set, runtime);

    private static IReadOnlyList<RuntimeSettings?> Runtimes(Experiment experiment) => (IReadOnlyList<RuntimeSettings?>?)experiment.Runtimes ?? Plain;

    private static List<IReadOnlyDictionary<string, string>> ParameterSets(Experiment experiment, VariantGroup group, WorkloadDescription workload)
    {
        List<IReadOnlyDictionary<string, string>> sets = [new Dictionary<string, string>(StringComparer.Ordinal)];
        foreach (var parameter in workload.Parameters)
        {
            var values = Values(experiment, group, workload, parameter);
            sets = [.. sets.SelectMany(set => values.Select(value => With(set, parameter.Name, value)))];
        }

        return sets;
    }

    // Of several groups each has the arguments that its variants are called with; what takes none is measured once.
    private static IReadOnlyList<string> Values(Experiment experiment, VariantGroup group, WorkloadDescription workload, ParameterDescription parameter)
    {
        IReadOnlyList<string> values = experiment.Parameters.TryGetValue(parameter.Name, out var given) ? given : [parameter.Default];
        if (parameter.Name != workload.ArgumentsParameter || experiment.Further is null) return values;
        var taken = workload.Variants.Where(variant => group.Candidates.Prepend(group.Baseline).Contains(variant.Id)).SelectMany(variant => variant.Arguments ?? []).ToList();
        if (taken.Count == 0) return [values[0]];
        string[] own = [.. values.Where(taken.Contains)];
        return own.Length > 0 ? own : values;
    }

    private static Dictionary<string, string> With(IReadOnlyDictionary<string, string> set, string name, string value) =>
        new(set, StringComparer.Ordinal) { [name] = value };
}
