using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace AsyncLoad.Harness.Cli.Output;

/// <summary>JSON that no record describes, as the program prints all of its JSON: indented, quotes and angle brackets readable.</summary>
internal static class JsonWords
{
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true, NewLine = "\n", Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>The text of a document, without a line break at its end.</summary>
    public static string Text(JsonNode document) => document.ToJsonString(Indented);
}
