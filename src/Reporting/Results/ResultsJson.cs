using System.Globalization;
using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Results;

/// <summary><c>results.json</c>: for programs, unrounded.</summary>
public static class ResultsJson
{
    /// <summary>Writes the results.</summary>
    public static void Write(RunResults results, TextWriter writer)
    {
        ArgumentNullException.ThrowIfNull(results);
        ArgumentNullException.ThrowIfNull(writer);
        var json = JsonSerializer.Serialize(results, ModelJson.Indented.RunResults);
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
