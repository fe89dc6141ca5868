using System.Text.Json.Nodes;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Schemas;

/// <summary>
/// The JSON schema of profiles (2020-12), for editors and for whoever writes profiles by program. What it accepts the reader accepts, but for what a
/// schema cannot say: names of workloads, variants and parameters, ranges of sizes and durations, and members that contradict one another.
/// </summary>
internal static class ProfileSchema
{
    // Where settings of a list or section stand in the vocabulary.
    private static readonly Dictionary<string, string> Sections = new(StringComparer.Ordinal)
    {
        ["measure"] = "measure.",
        ["loads"] = "load.",
        ["pressures"] = "pressure.",
        ["gcSettings"] = "gc.",
    };

    /// <summary>The schema.</summary>
    public static JsonObject Create()
    {
        var schema = new JsonObject
        {
            ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
            ["title"] = "A profile of AsyncLoad",
            ["description"] = "What is measured, how, and which conditions fail a build. Comments and trailing commas are allowed.",
        };
        foreach (var (name, value) in Schema(FormatProbe.OfProfile(), "")) schema[name] = value?.DeepClone();
        return schema;
    }

    private static JsonObject Schema(Format format, string section)
    {
        List<JsonObject> choices = [.. format.Scalars.Select(ExpectedSchema.Of).DistinctBy(scalar => scalar.ToJsonString())];
        if (format.Item is { } item)
        {
            var list = new JsonObject { ["type"] = "array", ["items"] = Schema(item, section) };
            if (!format.IsEmptyAllowed) list["minItems"] = 1;
            choices.Add(list);
        }

        choices.AddRange(Joined([.. format.Objects.Select(entry => (entry.Case, Schema(entry, section)))]));
        return choices is [var only] ? only : new JsonObject { ["anyOf"] = new JsonArray([.. choices]) };
    }

    // Cases that differ in their word alone are one case with several words.
    private static IEnumerable<JsonObject> Joined(IReadOnlyList<(string? Case, JsonObject Schema)> cases) => cases
        .GroupBy(entry => Wordless(entry.Schema, entry.Case))
        .Select(same => same.Aggregate((first, next) => (first.Case, WithWordsOf(first.Schema, next.Schema, first.Case))).Schema);

    private static string Wordless(JsonObject schema, string? name)
    {
        var copy = (JsonObject)schema.DeepClone();
        if (Choice(copy, name) is { } choice) choice["enum"] = null;
        copy.Remove("description");
        return copy.ToJsonString();
    }

    private static JsonObject WithWordsOf(JsonObject first, JsonObject next, string? name)
    {
        if (Choice(first, name)?["enum"] is not JsonArray words || Choice(next, name)?["enum"] is not JsonArray more) return first;
        foreach (var word in more) words.Add(word?.DeepClone());
        first.Remove("description");
        return first;
    }

    // Null where a pattern tells the words instead of a list.
    private static JsonObject? Choice(JsonObject schema, string? name) =>
        name is not null && schema["properties"]?[name] is JsonObject choice && choice.ContainsKey("enum") ? choice : null;

    private static JsonObject Schema(ObjectFormat format, string section)
    {
        if (format.HasAnyNames)
            return new JsonObject { ["type"] = "object", ["additionalProperties"] = Schema(format.Members[0].Value, section) };
        var members = new JsonObject();
        foreach (var member in format.Members) members[member.Name] = Schema(member, section);
        var schema = new JsonObject { ["type"] = "object", ["properties"] = members };
        if (Description(format) is { } description) schema["description"] = description;
        if (format.Members.Any(member => member.IsRequired))
            schema["required"] = Names(format.Members.Where(member => member.IsRequired).Select(member => member.Name));
        schema["additionalProperties"] = false;
        foreach (var rule in format.Rules) Add(rule, schema);
        if (format.Alternatives.Count > 0)
            schema["anyOf"] = new JsonArray([.. format.Alternatives.SelectMany(pair => new[] { Required(pair.First), Required(pair.Second) })]);
        return schema;
    }

    private static void Add(ExpectedValue rule, JsonObject schema)
    {
        if (rule is ExpectedValue.OneOf one) schema["oneOf"] = new JsonArray([.. one.Names.Select(Required)]);
        if (rule is ExpectedValue.AtMostOneOf most) schema["not"] = new JsonObject { ["required"] = Names(most.Names) };
    }

    private static JsonObject Schema(MemberFormat member, string section)
    {
        var schema = Schema(member.Value, Sections.GetValueOrDefault(member.Name, $"{section}{member.Name}."));
        if (Vocabulary.Settings.FirstOrDefault(setting => setting.Path == section + member.Name) is { } setting)
            schema["description"] = $"{setting.Meaning}; takes {setting.Takes}; default {setting.Default}";
        return schema;
    }

    // The line that lists have for the kind of a load or of a stage.
    private static string? Description(ObjectFormat format) =>
        format.Members.FirstOrDefault(member => member.Name == "kind")?.Value.Scalars is [ExpectedValue.Words { Known: [var kind] }]
            ? Vocabulary.Loads.Concat(Vocabulary.Stages).FirstOrDefault(term => term.Name == kind)?.Meaning
            : null;

    private static JsonNode Required(string name) => new JsonObject { ["required"] = Names([name]) };

    private static JsonArray Names(IEnumerable<string> names) => new([.. names.Select(name => (JsonNode)name)]);
}

/// <summary>What a reader expects of a number or a text, in words of JSON schema.</summary>
internal static class ExpectedSchema
{
    private const string Number = @"^(\d+\.?\d*|\.\d+)";

    /// <summary>The schema of one value.</summary>
    public static JsonObject Of(ExpectedValue expected) => expected switch
    {
        ExpectedValue.Whole { Min: var min, Max: var max } when min == max => new JsonObject { ["const"] = min },
        ExpectedValue.Whole whole => Range("integer", whole.Min, whole.Max),
        ExpectedValue.Number { Max: FormatProbe.AnyNumber } => new JsonObject { ["type"] = "number" },
        ExpectedValue.Number number => Range("number", number.Min, number.Max),
        ExpectedValue.Flag => new JsonObject { ["type"] = "boolean" },
        ExpectedValue.Size size => Text($"{Number}(B|KB|MB|GB)$", $"a size from {size.Min} to {size.Max}"),
        ExpectedValue.Time time => Text($"{Number}(ns|us|ms|s|m|h)$", $"a duration from {time.Min} to {time.Max}"),
        ExpectedValue.Name { Capitals: var capitals } => Name(capitals ? "[a-zA-Z0-9]" : "[a-z0-9]"),
        ExpectedValue.Words words => Words(words.Known),
        ExpectedValue.Scalar => new JsonObject { ["type"] = new JsonArray("string", "number", "boolean") },
        _ => new JsonObject { ["type"] = "string" },
    };

    private static JsonObject Range(string type, double min, double max) => new() { ["type"] = type, ["minimum"] = min, ["maximum"] = max };

    private static JsonObject Text(string pattern, string description) =>
        new() { ["type"] = "string", ["pattern"] = pattern, ["description"] = description };

    private static JsonObject Name(string letter) => new() { ["type"] = "string", ["pattern"] = $"^{letter}+(-{letter}+)*$", ["maxLength"] = 80 };

    // The parameter that stands for any is an axis by its prefix.
    private static JsonObject Words(IReadOnlyList<string> words) => words is [CrossoverSettings.ParameterPrefix + FormatProbe.AnyName]
        ? new JsonObject { ["type"] = "string", ["pattern"] = @"^parameters\..+$" }
        : new JsonObject { ["enum"] = new JsonArray([.. words.Select(word => (JsonNode)word)]) };
}

/// <summary>What may stand in one place of a profile: any of these.</summary>
/// <param name="Scalars">Numbers and texts.</param>
/// <param name="Item">What a list here holds; null where no list may stand.</param>
/// <param name="IsEmptyAllowed">Whether a list here may be empty.</param>
/// <param name="Objects">Objects, one entry a case; empty where none may stand.</param>
internal sealed record Format(IReadOnlyList<ExpectedValue> Scalars, Format? Item, bool IsEmptyAllowed, IReadOnlyList<ObjectFormat> Objects);

/// <summary>An object of a profile, or one case of it: <c>"kind": "wave"</c> has other members than <c>"kind": "openLoop"</c>.</summary>
/// <param name="Members">In the order in which they are read.</param>
/// <param name="Rules">What is expected of members together.</param>
/// <param name="Alternatives">Pairs of members of which one must be there.</param>
/// <param name="HasAnyNames">Whether the one member stands for all of any name.</param>
/// <param name="Case">The member whose word tells this case from others; null where there is one case only.</param>
internal sealed record ObjectFormat(
    IReadOnlyList<MemberFormat> Members,
    IReadOnlyList<ExpectedValue> Rules,
    IReadOnlyList<(string First, string Second)> Alternatives,
    bool HasAnyNames,
    string? Case = null);

/// <summary>A member of an object.</summary>
/// <param name="Name">Its name.</param>
/// <param name="IsRequired">Whether leaving it out is always an error.</param>
/// <param name="Value">What may stand there.</param>
internal sealed record MemberFormat(string Name, bool IsRequired, Format Value);
