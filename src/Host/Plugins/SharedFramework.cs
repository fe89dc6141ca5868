using System.Text.Json;

namespace AsyncLoad.Host.Plugins;

/// <summary>The assemblies of a shared framework that is installed.</summary>
/// <param name="Folder">Where they lie.</param>
internal sealed record SharedFramework(string Folder)
{
    /// <summary>What web projects need besides that of every program.</summary>
    public const string AspNetCore = "Microsoft.AspNetCore.App";

    /// <summary>The one that this process runs on.</summary>
    public static SharedFramework Own { get; } = new(Path.GetDirectoryName(typeof(object).Assembly.Location)!);

    /// <summary>The folder of all that are installed with it, which holds a folder for each, and that one for each version.</summary>
    public static string Shared { get; } = Path.GetFullPath(Path.Combine(Own.Folder, "..", ".."));

    /// <summary>One in the version of this process's runtime; null where it is not installed.</summary>
    /// <param name="shared">The folder of all.</param>
    /// <param name="name">Its name.</param>
    public static SharedFramework? Installed(string shared, string name)
    {
        var versions = Path.Combine(shared, name);
        if (!Directory.Exists(versions)) return null;
        return Directory.EnumerateDirectories(versions)
            .Where(folder => VersionOf(folder).Major == Environment.Version.Major && VersionOf(folder).Minor == Environment.Version.Minor)
            .OrderByDescending(VersionOf)
            .Select(folder => new SharedFramework(folder))
            .FirstOrDefault();
    }

    /// <summary>Those that a plug-in which is a program of its own names in its <c>runtimeconfig.json</c>, as far as they are installed.</summary>
    /// <param name="shared">The folder of all.</param>
    /// <param name="plugin">Path of the plug-in.</param>
    public static IReadOnlyList<SharedFramework> NamedBy(string shared, string plugin)
    {
        try
        {
            using var config = JsonDocument.Parse(File.ReadAllText(Path.ChangeExtension(plugin, ".runtimeconfig.json")));
            var options = config.RootElement.GetProperty("runtimeOptions");
            var named = new List<JsonElement>();
            if (options.TryGetProperty("framework", out var only)) named.Add(only);
            if (options.TryGetProperty("frameworks", out var several)) named.AddRange(several.EnumerateArray());
            return [.. named.Select(framework => Installed(shared, framework.GetProperty("name").GetString() ?? "")).OfType<SharedFramework>()];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException or InvalidOperationException or KeyNotFoundException)
        {
            // A class library has none, and what is wrong with another is its own program's business.
            return [];
        }
    }

    /// <summary>Path of an assembly; null where it has none of that name.</summary>
    public string? Find(string name)
    {
        var path = Path.Combine(Folder, name + ".dll");
        return File.Exists(path) ? path : null;
    }

    // Those of previews have words behind a hyphen.
    private static Version VersionOf(string folder) => Version.TryParse(Path.GetFileName(folder).Split('-')[0], out var version) ? version : new Version();
}
