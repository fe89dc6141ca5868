using System.Globalization;
using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Results;

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

    private static void Write(string json, TextWriter writer)
    {
        foreach (var character in json) Write(character, writer);
        writer.Write('\n');
    }

    // Characters that reorder a line are legal in JSON and misleading in an editor. Outside strings there are none, so escaping is safe.
    private static void Write(char character, TextWriter writer)
    {
        if (CharUnicodeInfo.GetUnicodeCategory(character) == UnicodeCategory.Format)
        {
            writer.Write(string.Create(CultureInfo.InvariantCulture, $"\\u{(int)character:X4}"));
        }
        else
        {
            writer.Write(character);
        }
    }
}
