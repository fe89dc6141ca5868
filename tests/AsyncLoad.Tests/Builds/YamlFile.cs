using YamlDotNet.RepresentationModel;

namespace AsyncLoad.Tests.Builds;

/// <summary>A file of YAML, parsed.</summary>
/// <param name="Path">Its path from the root of the repository.</param>
/// <param name="Root">What it holds.</param>
internal sealed record YamlFile(string Path, YamlNode Root)
{
    /// <summary>Reads and parses it; a duplicate key or a wrong indent is an exception.</summary>
    public static YamlFile Of(string path) => Parse(path, Repository.Text(path));

    public static YamlFile Parse(string path, string text)
    {
        var stream = new YamlStream();
        stream.Load(new StringReader(text));
        return new YamlFile(path, stream.Documents.Single().RootNode);
    }

    public override string ToString() => Path;
}

/// <summary>Members of YAML nodes by their names.</summary>
internal static class YamlNodes
{
    public static YamlNode? Get(this YamlNode node, string key) =>
        node is YamlMappingNode mapping && mapping.Children.TryGetValue(new YamlScalarNode(key), out var value) ? value : null;

    public static string? Text(this YamlNode node, string key) => (node.Get(key) as YamlScalarNode)?.Value;

    public static IReadOnlyList<YamlNode> Items(this YamlNode node, string key) => node.Get(key) is YamlSequenceNode items ? [.. items] : [];

    public static IEnumerable<(string Key, YamlNode Value)> Members(this YamlNode node) =>
        node is YamlMappingNode mapping ? mapping.Children.Select(child => (((YamlScalarNode)child.Key).Value!, child.Value)) : [];
}
