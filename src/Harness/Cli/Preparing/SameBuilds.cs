using System.Text.Json;
using AsyncLoad.Harness.Cli.Building;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>Tells, before anything is built, that sides would be the same build. Different sources may still give the same files, which only their builds tell.</summary>
internal static class SameBuilds
{
    /// <summary>What is built, under whatever name: equal for two names of one commit, two paths of one file and two spellings of one version.</summary>
    /// <param name="place">Full path of the assembly or project.</param>
    /// <param name="state">The commit, or another word for the state of the files.</param>
    /// <param name="packages">Packages in other versions.</param>
    public static string Identity(string place, string state, IEnumerable<PackageVersion> packages) =>
        string.Join('\n', [Path.TrimEndingDirectorySeparator(place), state, .. packages.Select(package => package.Key).Order(StringComparer.Ordinal)]);

    /// <summary>Why no comparison has two builds; null where one may have.</summary>
    /// <param name="experiments">What is compared. Baselines come first among sides, and variants may not be known yet.</param>
    /// <param name="identities">What each source is, by its key.</param>
    public static string? Refusal(IReadOnlyList<Experiment> experiments, IReadOnlyDictionary<string, string> identities)
    {
        if (experiments.Count == 0 || experiments.Any(experiment => experiment.Sides is not [_, _, ..])) return null;
        var compared = experiments.SelectMany(experiment => experiment.Sides!.Skip(1).Select(candidate => (Baseline: experiment.Sides![0], Candidate: candidate))).ToList();
        if (compared.Exists(sides => !AreSame(sides.Baseline, sides.Candidate, identities))) return null;
        var (first, second) = compared[0];
        string[] names = [.. new[] { first, second }.Select(side => Printable.Quote(side.Source!.Name)).Distinct(StringComparer.Ordinal)];
        return $"both sides are the same build: {string.Join(" and ", names)}{(names.Length > 1 ? " are two names of it" : "")}";
    }

    private static bool AreSame(SideSettings one, SideSettings other, IReadOnlyDictionary<string, string> identities) =>
        one.Source is { } mine && other.Source is { } theirs && identities[mine.Key] == identities[theirs.Key]
        // A side that names no variant has that of the other.
        && (one.Variant.Length == 0 || other.Variant.Length == 0 || one.Variant == other.Variant)
        && Settings(one) == Settings(other);

    private static string Settings(SideSettings side) => JsonSerializer.Serialize(side with { Id = "", Variant = "", Name = null, Source = null }, ModelJson.Line.SideSettings);
}
