using System.Text.Json.Serialization;

namespace AsyncLoad.Model.Profiles;

/// <summary>What a user asks to have measured: the resolved profile, every default filled in and every list still a list.</summary>
/// <param name="SchemaVersion">Version of the profile format; this program reads 1.</param>
/// <param name="Name">Kebab-case name, part of the run folder's name.</param>
/// <param name="Seed">Seed of every random choice of the run (order of comparisons and sides).</param>
/// <param name="Measure">How each comparison is measured.</param>
/// <param name="Traces">Which cells get a traced run, unless the command line says; default all.</param>
/// <param name="Experiments">At least one.</param>
/// <param name="Environment">Names of environment variables that the measured processes may see, in addition to the built-in allow-list.</param>
/// <param name="CpuSamples">Whether traced runs sample processors too, for flame graphs; not in JSON when they do not.</param>
/// <param name="Plugins">Paths of plug-ins, relative to the profile's file; null, and then not in JSON, for none.</param>
public sealed record Profile(
    int SchemaVersion,
    string Name,
    int Seed,
    MeasureSettings Measure,
    TraceSelection Traces,
    IReadOnlyList<Experiment> Experiments,
    IReadOnlyList<string> Environment,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool CpuSamples = false,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Plugins = null)
{
    /// <summary>The profile format that this program writes and reads.</summary>
    public const int CurrentSchemaVersion = 1;
}

/// <summary>Which cells get a traced run.</summary>
public enum TraceSelection
{
    /// <summary>Both sides of every comparison.</summary>
    All,

    /// <summary>Both sides of the first comparison.</summary>
    One,

    /// <summary>None.</summary>
    None,
}

/// <summary>A matrix of comparisons of one workload: every combination of its lists is measured.</summary>
/// <param name="Name">Kebab-case, unique in the profile.</param>
/// <param name="Workload">Id of a workload in the catalogue.</param>
/// <param name="Parameters">For each parameter of the workload the values to measure; a parameter left out keeps its default.</param>
/// <param name="Baseline">Id of the variant or side that ratios divide by.</param>
/// <param name="Candidates">Ids of the variants or sides compared with it, each in its own comparisons.</param>
/// <param name="Loads">Loads to measure under.</param>
/// <param name="Pressures">GC pressures to measure under.</param>
/// <param name="GcSettings">GC and JIT settings to measure under.</param>
/// <param name="Gates">Conditions that fail a build.</param>
/// <param name="Crossover">The setting along which to look for a change of verdict; null for none.</param>
/// <param name="Runtimes">Runtimes to measure on; null, and then not in JSON, for the plain build on the runtime that it targets.</param>
/// <param name="Further">More baselines, each with the variants compared with it; null, and then not in JSON, for none.</param>
/// <param name="Sides">What those names of baselines and candidates mean that are not variants; null, and then not in JSON, for none.</param>
public sealed record Experiment(
    string Name,
    string Workload,
    IReadOnlyDictionary<string, IReadOnlyList<string>> Parameters,
    string Baseline,
    IReadOnlyList<string> Candidates,
    IReadOnlyList<LoadSettings> Loads,
    IReadOnlyList<PressureSettings> Pressures,
    IReadOnlyList<GcSettings> GcSettings,
    IReadOnlyList<GateSettings> Gates,
    CrossoverSettings? Crossover = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<RuntimeSettings>? Runtimes = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<VariantGroup>? Further = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<SideSettings>? Sides = null)
{
    /// <summary>The side that is meant by the name of a baseline or a candidate: one of <see cref="Sides"/>, or else a variant that changes nothing.</summary>
    public SideSettings SideOf(string name) => Sides?.FirstOrDefault(side => side.Id == name) ?? new SideSettings(name, name);

    /// <summary>What gates may call the sides: their variants, and then names that differ from these. None where the experiment names no sides.</summary>
    /// <param name="candidatesOnly">Whether baselines are left out.</param>
    public IReadOnlyList<string> NamesForGates(bool candidatesOnly)
    {
        var sides = Groups.SelectMany(group => candidatesOnly ? group.Candidates : [group.Baseline, .. group.Candidates]).Select(SideOf).ToList();
        return [.. sides.Select(side => side.Variant).Concat(sides.Select(side => side.Name).OfType<string>()).Where(name => name.Length > 0).Distinct(StringComparer.Ordinal)];
    }

    /// <summary>All baselines, each with the variants compared with it.</summary>
    [JsonIgnore]
    public IReadOnlyList<VariantGroup> Groups => [new(Baseline, Candidates), .. Further ?? []];
}

/// <summary>A baseline, and the variants that are compared with it.</summary>
/// <param name="Baseline">Id of the variant that ratios divide by.</param>
/// <param name="Candidates">Ids of the others.</param>
public sealed record VariantGroup(string Baseline, IReadOnlyList<string> Candidates);
