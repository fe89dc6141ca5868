using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning;

/// <summary>One combination of an experiment's lists.</summary>
/// <param name="Experiment">The experiment, with the baseline and candidates of the group that it is from.</param>
/// <param name="Baseline">The cell that ratios divide by, without a name.</param>
/// <param name="Candidate">The cell that is judged, without a name.</param>
internal sealed record Combination(Experiment Experiment, Cell Baseline, Cell Candidate)
{
    /// <summary>How both are driven.</summary>
    public LoadSettings Load => Candidate.Load;

    /// <summary>The combination with something changed on both sides.</summary>
    public Combination With(Func<Cell, Cell> change) => this with { Baseline = change(Baseline), Candidate = change(Candidate) };
}

/// <summary>Expands the lists of an experiment to every combination, in a fixed order: candidate, load, pressure, GC settings, runtime, parameters as declared. The last varies fastest.</summary>
internal static class Matrix
{
    // Null is the plain build.
    private static readonly RuntimeSettings?[] Plain = [null];

    /// <summary>How many comparisons an experiment expands to at most; a double, since a typo in a profile may exceed every integer.</summary>
    public static double Size(Experiment experiment) => experiment.Parameters.Values.Aggregate(
        (double)experiment.Groups.Sum(group => group.Candidates.Count) * experiment.Loads.Count * experiment.Pressures.Count * experiment.GcSettings.Count * Runtimes(experiment).Count,
        (product, values) => product * values.Count);

    /// <summary>All combinations of one experiment.</summary>
    public static IEnumerable<Combination> Expand(Experiment experiment, WorkloadDescription workload, params IReadOnlyList<BuildOffer> builds) =>
        from variants in experiment.Groups
        let own = experiment with { Baseline = variants.Baseline, Candidates = variants.Candidates, Further = null }
        let sets = ParameterSets(experiment, variants, workload)
        from candidate in variants.Candidates
        from load in experiment.Loads
        from pressure in experiment.Pressures
        from gc in experiment.GcSettings
        from runtime in Runtimes(experiment)
        from set in sets
        let shared = new Cell("", experiment.Workload, "", set, load, pressure, gc, Runtime: runtime)
        select new Combination(own, SideCells.Of(shared, experiment.SideOf(own.Baseline), builds), SideCells.Of(shared, experiment.SideOf(candidate), builds));

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

    // With several groups, each has the arguments of its own variants. A group without arguments is measured once.
    private static IReadOnlyList<string> Values(Experiment experiment, VariantGroup group, WorkloadDescription workload, ParameterDescription parameter)
    {
        IReadOnlyList<string> values = experiment.Parameters.TryGetValue(parameter.Name, out var given) ? given : [parameter.Default];
        if (parameter.Name != workload.ArgumentsParameter || experiment.Further is null) return values;
        var taken = workload.Variants.Where(variant => group.Candidates.Prepend(group.Baseline).Any(side => experiment.SideOf(side).Variant == variant.Id)).SelectMany(variant => variant.Arguments ?? []).ToList();
        if (taken.Count == 0) return [values[0]];
        string[] own = [.. values.Where(taken.Contains)];
        return own.Length > 0 ? own : values;
    }

    private static Dictionary<string, string> With(IReadOnlyDictionary<string, string> set, string name, string value) =>
        new(set, StringComparer.Ordinal) { [name] = value };
}
