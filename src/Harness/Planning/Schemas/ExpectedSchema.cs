using System.Text.Json.Nodes;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Schemas;

/// <summary>What a reader expects of a number or a text, in words of JSON schema.</summary>
internal static class ExpectedSchema
{
    private const string Number = @"^(\d+\.?\d*|\.\d+)";

    /// <summary>The schema of one value.</summary>
    public static JsonObject Of(Expected expected) => expected switch
    {
        Expected.Whole { Min: var min, Max: var max } when min == max => new JsonObject { ["const"] = min },
        Expected.Whole whole => Range("integer", whole.Min, whole.Max),
        Expected.Number { Max: FormatProbe.AnyNumber } => new JsonObject { ["type"] = "number" },
        Expected.Number number => Range("number", number.Min, number.Max),
        Expected.Flag => new JsonObject { ["type"] = "boolean" },
        Expected.Size size => Text($"{Number}(B|KB|MB|GB)$", $"a size from {size.Min} to {size.Max}"),
        Expected.Time time => Text($"{Number}(ns|us|ms|s|m|h)$", $"a duration from {time.Min} to {time.Max}"),
        Expected.Name { Capitals: var capitals } => Name(capitals ? "[a-zA-Z0-9]" : "[a-z0-9]"),
        Expected.Words words => Words(words.Known),
        Expected.Scalar => new JsonObject { ["type"] = new JsonArray("string", "number", "boolean") },
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
