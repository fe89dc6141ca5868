using System.Text.Json;

namespace AsyncLoad.Host.Plugins;

/// <summary>What the project of a plug-in says of the runtime, in the <c>runtimeconfig.json</c> beside it. A class library has none.</summary>
internal static class ProjectSettings
{
    // What .NET reads when a process begins, or when it is first needed, which was before a plug-in is loaded.
    private const string Runtime = "System.";

    /// <summary>Sets the switches that are the project's own, as a program that it builds has them.</summary>
    /// <param name="plugin">Path of the plug-in's assembly.</param>
    /// <returns>Settings of .NET with another value than in this process, by their names in that file, such as <c>System.GC.Server</c>; null where there are none.</returns>
    public static SortedDictionary<string, string>? Adopt(string plugin)
    {
        try
        {
            using var config = JsonDocument.Parse(File.ReadAllText(Path.ChangeExtension(plugin, ".runtimeconfig.json")));
            if (!config.RootElement.GetProperty("runtimeOptions").TryGetProperty("configProperties", out var properties)) return null;
            var unlike = new SortedDictionary<string, string>(StringComparer.Ordinal);
            foreach (var property in properties.EnumerateObject())
            {
                var value = property.Value.ToString();
                if (!property.Name.StartsWith(Runtime, StringComparison.Ordinal)) AppContext.SetData(property.Name, value);
                else if (!string.Equals(AppContext.GetData(property.Name)?.ToString(), value, StringComparison.OrdinalIgnoreCase)) unlike[property.Name] = value;
            }

            return unlike.Count == 0 ? null : unlike;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException or InvalidOperationException or KeyNotFoundException)
        {
            // What is wrong with it is the business of the program that it is for.
            return null;
        }
    }
}
