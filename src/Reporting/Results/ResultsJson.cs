using System.Text.Json;
using System.Text.Json.Nodes;
using AsyncLoad.Model;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Results;

/// <summary><c>results.json</c>, and what <c>diff</c> says in the same manner: for programs, unrounded.</summary>
public static class ResultsJson
{
    /// <summary>Writes the results.</summary>
    public static void Write(RunResults results, TextWriter writer)
    {
        ArgumentNullException.ThrowIfNull(results);
        ArgumentNullException.ThrowIfNull(writer);
        Write(JsonSerializer.Serialize(results, ModelJson.Indented.RunResults), writer);
    }

    /// <summary>Writes what changed from run to run.</summary>
    public static void Write(RunDiff diff, TextWriter writer)
    {
        ArgumentNullException.ThrowIfNull(diff);
        ArgumentNullException.ThrowIfNull(writer);
        Write(JsonSerializer.Serialize(diff, ModelJson.Indented.RunDiff), writer);
    }

    /// <summary>Writes another document of a run.</summary>
    internal static void Write(JsonObject document, TextWriter writer) => Write(document.ToJsonString(ModelJson.Indented.Options), writer);

    // Characters that reorder a line, and commands to a build service, are legal in JSON. They stand in strings only, where an escape means the same.
    private static void Write(string json, TextWriter writer) => new HarmlessWriter(writer).Write(json + '\n');
}
