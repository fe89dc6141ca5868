using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>
/// What the sides of a profile are built from. It is found before the profile is read, since that is checked against a catalogue that comes from
/// these builds. What is wrong with the profile is left to its reader.
/// </summary>
/// <param name="All">Each source once.</param>
/// <param name="OthersToo">Whether anything is measured by another build than these.</param>
/// <param name="Framework">The oldest runtime that the profile names, by its target framework; null where it names none.</param>
internal sealed record SideSources(IReadOnlyList<CodeSource> All, bool OthersToo, string? Framework = null)
{
    /// <summary>Where there are no sides.</summary>
    public static SideSources None { get; } = new([], OthersToo: true);

    /// <summary>The sources of a profile's text.</summary>
    public static SideSources Of(string source, ReadOnlySpan<byte> utf8) => Of(JsonTreeParser.Parse(source, utf8, new ProfileErrors()));

    /// <summary>The sources of a profile that is a tree already.</summary>
    public static SideSources Of(JsonTree? profile)
    {
        if (profile is not JsonTree.Object root || root["experiments"] is not JsonTree.List experiments) return None;
        var sides = experiments.Items.SelectMany(Sides).ToList();
        return new SideSources(
            [.. sides.OfType<CodeSource>().DistinctBy(side => side.Key, StringComparer.Ordinal)], sides.Count == 0 || sides.Any(side => side is null), Oldest(experiments.Items.SelectMany(Runtimes)));
    }

    /// <summary>The oldest of some runtimes, by their target frameworks; null for none.</summary>
    public static string? Oldest(IEnumerable<string> frameworks) => frameworks.Where(framework => RuntimeSettings.VersionOf(framework) is not null).MinBy(RuntimeSettings.VersionOf);

    private static IEnumerable<string> Runtimes(JsonTree experiment)
    {
        if (experiment is not JsonTree.Object node) return [];
        var listed = (node["runtimes"] as JsonTree.List)?.Items ?? [];
        // A side that is a text is a variant.
        var ofSides = ((node["candidates"] as JsonTree.List)?.Items ?? []).Append(node["baseline"]).OfType<JsonTree.Object>();
        return listed.Concat(ofSides).Select(entry => entry is JsonTree.Object named ? named["runtime"] : entry).OfType<JsonTree.Text>().Select(text => text.Value);
    }

    // Null for a side without its own source.
    private static IEnumerable<CodeSource?> Sides(JsonTree experiment)
    {
        if (experiment is not JsonTree.Object node) return [null];
        // Without a list the candidates are variants.
        IEnumerable<JsonTree?> candidates = node["candidates"] is JsonTree.List list ? list.Items : Enumerable.Repeat<JsonTree?>(null, 1);
        return candidates.Prepend(node["baseline"]).Select(side => side is JsonTree.Object ? Source(side) : null);
    }

    private static CodeSource? Source(JsonTree side) => new SideReader(new ValueReader(new ProfileErrors()), workload: null).SourceOf(side);
}
