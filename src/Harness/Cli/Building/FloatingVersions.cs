using System.Text.Json;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>Versions such as <c>2.*</c>: the same sources get another package as soon as a newer one is served.</summary>
internal static class FloatingVersions
{
    private const long LongestList = 50_000_000;

    /// <summary>Whether a project below a folder, which was restored, asks for one.</summary>
    public static bool Below(string folder) => BuildContent.RestoredLists(folder).Any(AreIn);

    // "project" / "frameworks" / "net10.0" / "dependencies" / "Dapper" / "version": "[2.*, )".
    private static bool AreIn(string list)
    {
        using var read = JsonDocument.Parse(RegularFile.Read(list, LongestList));
        return Find(read.RootElement, "project", "frameworks") is { } frameworks
            && frameworks.EnumerateObject().Any(framework => Find(framework.Value, "dependencies") is { } packages && packages.EnumerateObject().Any(package => Floats(package.Value)));
    }

    private static bool Floats(JsonElement package) => Find(package, "version")?.GetString()?.Contains('*', StringComparison.Ordinal) == true;

    private static JsonElement? Find(JsonElement holder, params string[] path)
    {
        foreach (var name in path)
        {
            if (!holder.TryGetProperty(name, out var inner)) return null;
            holder = inner;
        }

        return holder;
    }
}
