using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace AsyncLoad.Tests.Planning.Schemas;

/// <summary>A validator of the keywords that our schemas use. A keyword that it does not know is an error, so that none is ignored.</summary>
internal sealed class SchemaValidator(JsonObject root)
{
    private static readonly string[] Silent = ["$schema", "$defs", "title", "description", "default", "properties", "additionalProperties"];

    // More patterns than the 15 that Regex keeps by itself, each needed thousands of times.
    private readonly Dictionary<string, Regex> patterns = [];

    /// <summary>Why a document is refused, by the path of the value; empty when it is accepted.</summary>
    public IReadOnlyList<string> Problems(JsonNode? document) => [.. Problems(root, document, "$")];

    private IEnumerable<string> Problems(JsonNode? schema, JsonNode? value, string path) => schema switch
    {
        JsonValue flag => flag.GetValue<bool>() ? [] : [$"{path}: nothing may stand here"],
        JsonObject keywords => keywords.Where(entry => !Silent.Contains(entry.Key)).SelectMany(entry => Keyword(entry.Key, entry.Value, value, path)).Concat(Members(keywords, value, path)),
        _ => throw new InvalidOperationException($"{path}: no schema"),
    };

    private IEnumerable<string> Keyword(string keyword, JsonNode? argument, JsonNode? value, string path) => keyword switch
    {
        "$ref" => Problems(Target(argument!.GetValue<string>()), value, path),
        "type" => Refuse(!Types(argument!).Any(type => IsOf(value, type)), $"{path}: not of type {argument!.ToJsonString()}"),
        "const" => Refuse(!JsonNode.DeepEquals(argument, value), $"{path}: not {argument?.ToJsonString()}"),
        "enum" => Refuse(!((JsonArray)argument!).Any(word => JsonNode.DeepEquals(word, value)), $"{path}: none of {argument!.ToJsonString()}"),
        "minimum" => Refuse(Number(value) < Number(argument), $"{path}: below {argument!.ToJsonString()}"),
        "maximum" => Refuse(Number(value) > Number(argument), $"{path}: above {argument!.ToJsonString()}"),
        "pattern" => Refuse(Text(value) is { } text && !Pattern(argument!.GetValue<string>()).IsMatch(text), $"{path}: not like {argument}"),
        "maxLength" => Refuse(Text(value)?.Length > Number(argument), $"{path}: too long"),
        "format" => Refuse(Text(value) is { } moment && !DateTimeOffset.TryParse(moment, CultureInfo.InvariantCulture, out _), $"{path}: no {argument}"),
        "minItems" => Refuse(value is JsonArray list && list.Count < Number(argument), $"{path}: too few items"),
        "items" => value is JsonArray items ? items.SelectMany((item, index) => Problems(argument, item, $"{path}[{index.ToString(CultureInfo.InvariantCulture)}]")) : [],
        "required" => Refuse(value is JsonObject node && Words(argument!).FirstOrDefault(name => !node.ContainsKey(name)) is { }, $"{path}: misses one of {argument!.ToJsonString()}"),
        "anyOf" => Refuse(Accepting(argument!, value, path) == 0, $"{path}: none of the forms that are allowed"),
        "oneOf" => Refuse(Accepting(argument!, value, path) != 1, $"{path}: not exactly one of the forms that are allowed"),
        "not" => Refuse(!Problems(argument, value, path).Any(), $"{path}: a form that is not allowed"),
        _ => throw new InvalidOperationException($"{path}: unknown keyword {keyword}"),
    };

    private IEnumerable<string> Members(JsonObject schema, JsonNode? value, string path)
    {
        if (value is not JsonObject node) return [];
        var known = schema["properties"] as JsonObject;
        return node.SelectMany(member => known?.ContainsKey(member.Key) ?? false
            ? Problems(known[member.Key], member.Value, $"{path}.{member.Key}")
            : schema["additionalProperties"] is { } others ? Problems(others, member.Value, $"{path}.{member.Key}") : []);
    }

    private int Accepting(JsonNode forms, JsonNode? value, string path) => ((JsonArray)forms).Count(form => !Problems(form, value, path).Any());

    // A pointer from the root: "#/properties/comparisons/items".
    private JsonNode Target(string reference) => reference.Split('/')[1..].Aggregate((JsonNode)root, (node, step) =>
        (node is JsonArray list ? list[int.Parse(step, CultureInfo.InvariantCulture)] : node[step.Replace("~1", "/", StringComparison.Ordinal).Replace("~0", "~", StringComparison.Ordinal)])
        ?? throw new InvalidOperationException($"{reference} leads nowhere"));

    private static IEnumerable<string> Types(JsonNode type) => type is JsonArray ? Words(type) : [type.GetValue<string>()];

    private static IEnumerable<string> Words(JsonNode list) => ((JsonArray)list).Select(word => word!.GetValue<string>());

    private static bool IsOf(JsonNode? value, string type) => (value?.GetValueKind() ?? JsonValueKind.Null, type) switch
    {
        (JsonValueKind.Object, "object") or (JsonValueKind.Array, "array") or (JsonValueKind.String, "string") or (JsonValueKind.Null, "null") => true,
        (JsonValueKind.True or JsonValueKind.False, "boolean") => true,
        (JsonValueKind.Number, "number") => true,
        (JsonValueKind.Number, "integer") => Number(value) is { } number && Math.Floor(number) == number,
        _ => false,
    };

    private Regex Pattern(string text)
    {
        if (!patterns.TryGetValue(text, out var pattern)) patterns[text] = pattern = new Regex(text, RegexOptions.ECMAScript);
        return pattern;
    }

    private static double? Number(JsonNode? value) =>
        value?.GetValueKind() == JsonValueKind.Number ? double.Parse(value.ToJsonString(), CultureInfo.InvariantCulture) : null;

    private static string? Text(JsonNode? value) => value?.GetValueKind() == JsonValueKind.String ? value.GetValue<string>() : null;

    private static IEnumerable<string> Refuse(bool isWrong, string problem) => isWrong ? [problem] : [];
}
