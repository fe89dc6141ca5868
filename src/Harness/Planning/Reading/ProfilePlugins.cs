using AsyncLoad.Harness.Planning.Json;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>
/// The plug-ins that a profile names. They are looked for before the profile is read: what it says is held against a catalogue, and that comes from
/// them. What is wrong with the profile is left to its reader.
/// </summary>
internal static class ProfilePlugins
{
    /// <summary>Paths as they are written; none where the text is no profile.</summary>
    public static IReadOnlyList<string> Of(string source, ReadOnlySpan<byte> utf8) =>
        JsonTreeParser.Parse(source, utf8, new ProfileErrors()) is JsonTree.Object root && root["plugins"] is JsonTree.List plugins
            ? [.. plugins.Items.OfType<JsonTree.Text>().Select(item => item.Value)]
            : [];
}
