using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using AsyncLoad.Analysis;
using AsyncLoad.Model;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Results;

/// <summary><c>results.json</c>, and the JSON of <c>diff</c> and <c>trend</c>: for programs, unrounded.</summary>
public static class ResultsJson
{
    /// <summary>Largest results that are read, in bytes.</summary>
    public const long MostBytes = 500_000_000;

    /// <summary>Reads results that this program or another version wrote, where they say when they were measured.</summary>
    /// <param name="source">What messages call them.</param>
    /// <exception cref="UnreadableRunException">They are not results, have another format, or do not say when.</exception>
    public static RunResults Read(ReadOnlySpan<byte> utf8, string source)
    {
        const string Again = "make them again with \"asyncload report\" on the run folder";
        try
        {
            // Read by itself first: a newer format should be called newer, not malformed.
            var format = ModelJson.Read(utf8, ModelJson.Tolerant.SchemaOf);
            if (format.SchemaVersion != RunResults.CurrentSchemaVersion)
            {
                throw new UnreadableRunException(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{source}: results of format {format.SchemaVersion}, written by AsyncLoad {format.Tool ?? "of another version"}; this program reads format {RunResults.CurrentSchemaVersion}: {Again}"));
            }

            var results = ModelJson.Read(utf8, ModelJson.Tolerant.RunResults);
            if (results.Origin is { } origin && !MeasureSettings.IsMargin(origin.Margin)) throw new UnreadableRunException($"{source}: not the results of a run: their margin is not between 0 and 1");
            return results.Origin is null
                ? throw new UnreadableRunException($"{source}: written by AsyncLoad {results.Tool}, which did not say when a run began: {Again}, or give the run folder")
                : results;
        }
        catch (JsonException exception)
        {
            throw new UnreadableRunException($"{source}: not the results of a run: {exception.Message}", exception);
        }
    }

    /// <summary>Writes how figures changed over many runs.</summary>
    public static void Write(RunTrend trend, TextWriter writer) => Write(JsonSerializer.Serialize(trend, ModelJson.Indented.RunTrend), writer);

    public static void Write(RunResults results, TextWriter writer) => Write(JsonSerializer.Serialize(results, ModelJson.Indented.RunResults), writer);

    /// <summary>Writes what changed from run to run.</summary>
    public static void Write(RunDiff diff, TextWriter writer) => Write(JsonSerializer.Serialize(diff, ModelJson.Indented.RunDiff), writer);

    /// <summary>Writes another document of a run.</summary>
    internal static void Write(JsonObject document, TextWriter writer) => Write(document.ToJsonString(ModelJson.Indented.Options), writer);

    // Characters that reorder a line, and commands to a build service, are legal in JSON. They stand in strings only, where an escape means the same.
    private static void Write(string json, TextWriter writer) => new HarmlessWriter(writer).Write(json + '\n');
}
