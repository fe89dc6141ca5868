using System.Text.Json;

namespace AsyncLoad.Host.Plugins;

/// <summary>Reads runtime settings of a plug-in's project from the <c>runtimeconfig.json</c> beside it. A class library has none.</summary>
internal static class ProjectSettings
{
    // Settings that .NET reads at its start or at first use, before a plug-in is loaded.
    private const string Runtime = "System.";

    /// <summary>Sets the project's own switches, as in a program that it builds.</summary>
    /// <param name="plugin">Path of the plug-in's assembly.</param>
    /// <returns>Settings of .NET with another value than in this process, by their names in that file, such as <c>System.GC.Server</c>; null where there are none.</returns>
    public static SortedDictionary<string, string>? Adopt(string plugin)
    {
        var unlike = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var (name, value) in Read(plugin, Properties) ?? [])
        {
            if (!name.StartsWith(Runtime, StringComparison.Ordinal)) AppContext.SetData(name, value);
            else if (!string.Equals(AppContext.GetData(name)?.ToString(), value, StringComparison.OrdinalIgnoreCase)) unlike[name] = value;
        }

        return unlike.Count == 0 ? null : unlike;
    }

    /// <summary>Reads a part of the file's <c>runtimeOptions</c>; null where there is no such file, or it is not valid.</summary>
    /// <param name="plugin">Path of the plug-in's assembly.</param>
    /// <param name="read">Reads it.</param>
    public static List<T>? Read<T>(string plugin, Func<JsonElement, List<T>> read)
    {
        try
        {
            using var config = JsonDocument.Parse(File.ReadAllText(Path.ChangeExtension(plugin, ".runtimeconfig.json")));
            return read(config.RootElement.GetProperty("runtimeOptions"));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException or InvalidOperationException or KeyNotFoundException)
        {
            // A class library has no such file, and a wrong one only concerns the program that it belongs to.
            return null;
        }
    }

    private static List<(string Name, string Value)> Properties(JsonElement options) => options.TryGetProperty("configProperties", out var properties)
        ? [.. properties.EnumerateObject().Select(property => (property.Name, property.Value.ToString()))]
        : [];
}
