using System.Globalization;
using System.Text.Json.Nodes;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>What one place of a profile may hold.</summary>
/// <param name="Takes">What it takes, in words.</param>
/// <param name="Schema">Makes its JSON schema.</param>
internal record Format(string Takes, Func<JsonObject> Schema);

/// <summary>A number, a word or the like, and how it is read.</summary>
/// <param name="Takes">What it takes, in words.</param>
/// <param name="Schema">Makes its JSON schema.</param>
/// <param name="Read">Its value; null, with an error, for what is wrong.</param>
internal sealed record Format<T>(string Takes, Func<JsonObject> Schema, Func<ValueReader, JsonMember, T?> Read) : Format(Takes, Schema)
    where T : struct;

/// <summary>The formats there are, each with its reader in <see cref="ValueReader"/>.</summary>
internal static class Formats
{
    private const string NumberOf = @"^(\d+\.?\d*|\.\d+)";

    /// <summary><c>true</c> or <c>false</c>.</summary>
    public static Format<bool> Flag { get; } = new("true or false", () => Type("boolean"), (values, member) => values.Flag(member));

    /// <summary>Any text.</summary>
    public static Format Text { get; } = new("text", () => Type("string"));

    /// <summary>A text, a number, true or false: all become text.</summary>
    public static Format Scalar { get; } = new("text, number, true or false", () => new JsonObject { ["type"] = new JsonArray("string", "number", "boolean") });

    /// <summary>A whole number in a range.</summary>
    public static Format<int> Whole(int min, int max) => new(
        string.Create(CultureInfo.InvariantCulture, $"{min:N0} to {max:N0}"),
        () => Range("integer", min, max),
        (values, member) => values.Whole(member, min, max));

    /// <summary>A whole number in a range, or a word that leaves the number to the program.</summary>
    public static Format<int> Whole(int min, int max, string orWord) => new(
        $"{Whole(min, max).Takes}, or \"{orWord}\"",
        () => AnyOf(Words([orWord]), Whole(min, max)).Schema(),
        (values, member) => values.Whole(member, min, max, orWord));

    /// <summary>A number in a range.</summary>
    public static Format<double> Number(double min, double max) => new(
        string.Create(CultureInfo.InvariantCulture, $"{min} to {max}"),
        () => Range("number", min, max),
        (values, member) => values.Number(member, min, max));

    /// <summary>A size with its unit, in a range.</summary>
    public static Format<ByteSize> Size(ByteSize min, ByteSize max) => new(
        $"size, {min} to {max}",
        () => Pattern($"{NumberOf}(B|KB|MB|GB)$", $"a size from {min} to {max}"),
        (values, member) => values.Size(member, min, max));

    /// <summary>A length of time with its unit, in a range.</summary>
    public static Format<Duration> Time(Duration min, Duration max) => new(
        $"duration, {min} to {max}",
        () => Pattern($"{NumberOf}(ns|us|ms|s|m|h)$", $"a duration from {min} to {max}"),
        (values, member) => values.Time(member, min, max));

    /// <summary>One of some words, each with its meaning.</summary>
    public static Format<T> Word<T>(params IReadOnlyList<(string Word, T Meaning)> words)
        where T : struct
    {
        var choice = Words([.. words.Select(entry => entry.Word)]);
        return new(choice.Takes, choice.Schema, (values, member) => values.Word(member, words));
    }

    /// <summary>One of some words.</summary>
    public static Format Words(IReadOnlyList<string> words) => new(
        words.Count == 1 ? words[0] : $"{string.Join(", ", words.SkipLast(1))} or {words[^1]}",
        () => new JsonObject { ["enum"] = Names(words) });

    /// <summary>A name for ids.</summary>
    public static Format Name(bool capitals = false)
    {
        var letter = capitals ? "[a-zA-Z0-9]" : "[a-z0-9]";
        return new("name", () => new JsonObject { ["type"] = "string", ["pattern"] = $"^{letter}+(-{letter}+)*$", ["maxLength"] = 80 });
    }

    /// <summary>A list.</summary>
    public static Format ListOf(Format item, bool mayBeEmpty = false) => new("list", () =>
    {
        var list = new JsonObject { ["type"] = "array", ["items"] = item.Schema() };
        if (!mayBeEmpty) list["minItems"] = 1;
        return list;
    });

    /// <summary>Any of some formats.</summary>
    public static Format AnyOf(params IReadOnlyList<Format> formats) => new(
        string.Join(", or ", formats.Select(format => format.Takes)),
        () => new JsonObject { ["anyOf"] = new JsonArray([.. formats.Select(format => format.Schema())]) });

    /// <summary>An object with members, and further rules of its schema.</summary>
    public static Format Object(IReadOnlyList<Member> members, params IReadOnlyList<(string Keyword, Func<JsonNode> Value)> rules) => new("object", () =>
    {
        var schema = Type("object");
        schema["properties"] = new JsonObject(members.Select(member => KeyValuePair.Create(member.Name, (JsonNode?)member.Schema())));
        string[] required = [.. members.Where(member => member.IsRequired).Select(member => member.Name)];
        if (required.Length > 0) schema["required"] = Names(required);
        schema["additionalProperties"] = false;
        foreach (var (keyword, value) in rules) schema[keyword] = value();
        return schema;
    });

    /// <summary>For each name a schema that asks for the member.</summary>
    public static JsonArray EachRequired(IEnumerable<string> names) => new([.. names.Select(name => new JsonObject { ["required"] = Names([name]) })]);

    /// <summary>Names as JSON.</summary>
    public static JsonArray Names(IEnumerable<string> names) => new([.. names.Select(name => (JsonNode)name)]);

    private static JsonObject Type(string type) => new() { ["type"] = type };

    private static JsonObject Range(string type, double min, double max) => new() { ["type"] = type, ["minimum"] = min, ["maximum"] = max };

    private static JsonObject Pattern(string pattern, string description) => new() { ["type"] = "string", ["pattern"] = pattern, ["description"] = description };
}
