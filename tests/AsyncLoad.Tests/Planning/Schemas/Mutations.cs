using System.Text.Json.Nodes;

namespace AsyncLoad.Tests.Planning.Schemas;

/// <summary>A document changed in one place in every way there is: a value of another kind or unit, a member too many, a member too few.</summary>
internal static class Mutations
{
    private static readonly string[] Values =
        ["\"nonsense\"", "\"5 parsecs\"", "\"10MB\"", "\"10ms\"", "7", "7.5", "-1", "true", "[]", "{}"];

    /// <summary>All of them, each with what was changed where.</summary>
    public static IEnumerable<(string Change, JsonNode Document)> Of(JsonNode document)
    {
        foreach (var path in Paths(document, []))
        {
            foreach (var value in Values) yield return ($"{string.Join('.', path)} = {value}", Changed(document, path, _ => JsonNode.Parse(value)));
            if (At(document, path) is JsonObject) yield return ($"{string.Join('.', path)} + member", Changed(document, path, WithMember));
            if (path is [.., string name]) yield return ($"- {string.Join('.', path)}", Changed(document, path[..^1], node => Without(node, name)));
        }
    }

    private static IEnumerable<object[]> Paths(JsonNode? node, object[] path)
    {
        if (path.Length > 0) yield return path;
        var inner = node switch
        {
            JsonObject members => members.SelectMany(member => Paths(member.Value, [.. path, member.Key])),
            JsonArray items => items.SelectMany((item, index) => Paths(item, [.. path, index])),
            _ => [],
        };
        foreach (var one in inner) yield return one;
    }

    private static JsonNode? At(JsonNode? document, IEnumerable<object> path) =>
        path.Aggregate(document, (node, step) => step is int index ? node![index] : node![(string)step]);

    private static JsonNode Changed(JsonNode document, object[] path, Func<JsonNode?, JsonNode?> change)
    {
        var copy = document.DeepClone();
        if (path.Length == 0) return change(copy)!;
        var parent = At(copy, path[..^1]);
        if (path[^1] is int index) parent![index] = change(parent[index]?.DeepClone());
        else parent![(string)path[^1]] = change(parent[(string)path[^1]]?.DeepClone());
        return copy;
    }

    private static JsonObject WithMember(JsonNode? node)
    {
        var members = (JsonObject)node!;
        members["nonsense"] = 1;
        return members;
    }

    private static JsonObject Without(JsonNode? node, string name)
    {
        var members = (JsonObject)node!;
        members.Remove(name);
        return members;
    }
}
