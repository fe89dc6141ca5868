using System.Runtime.InteropServices;
using System.Text.Json;
using AsyncLoad.Host.Platform;

namespace AsyncLoad.Host.Plugins;

/// <summary>
/// Files of the packages that a plug-in names in its <c>.deps.json</c>, where they lie in NuGet's folder. The build of a class library does not copy
/// them beside it.
/// </summary>
internal sealed class PackageAssets
{
    private readonly Dictionary<string, string> files = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>NuGet's folder of packages, as it finds it without a configuration; null where there is none.</summary>
    public static string? Folder { get; } = FolderOf(Environment.GetEnvironmentVariable("NUGET_PACKAGES"), Environment.GetFolderPath(Environment.SpecialFolder.UserProfile));

    // The most specific platform comes last, and replaces files of the others.
    private static IReadOnlyList<string> Platforms { get; } = PlatformsOf(RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant());

    /// <summary>The folder, by what a variable names and the home folder of the account; either may be empty.</summary>
    internal static string? FolderOf(string? named, string home)
    {
        var folder = named is { Length: > 0 } ? named : Path.Combine(home, ".nuget", "packages");
        // What lies in the current folder may be another account's.
        return Path.IsPathFullyQualified(folder) ? folder : null;
    }

    /// <summary>Those of a plug-in; none where it names none.</summary>
    /// <param name="folder">The folder of packages; null for none.</param>
    /// <param name="plugin">Path of its assembly.</param>
    public static PackageAssets Of(string? folder, string plugin)
    {
        var assets = new PackageAssets();
        if (folder is null) return assets;
        try
        {
            using var dependencies = JsonDocument.Parse(File.ReadAllText(Path.ChangeExtension(plugin, ".deps.json")));
            var root = dependencies.RootElement;
            var libraries = root.GetProperty("libraries");
            foreach (var library in root.GetProperty("targets").GetProperty(root.GetProperty("runtimeTarget").GetProperty("name").GetString()!).EnumerateObject())
            {
                if (libraries.GetProperty(library.Name).TryGetProperty("path", out var path)) assets.Add(Path.Combine(folder, path.GetString()!), library.Value);
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException or InvalidOperationException or KeyNotFoundException or ArgumentException)
        {
            // Without a usable file, dependencies lie beside the plug-in, or are reported as missing when they are loaded.
            return new PackageAssets();
        }

        return assets;
    }

    /// <summary>Path of an assembly; null where no package has it.</summary>
    public string? Assembly(string name) => Existing(name + ".dll");

    /// <summary>Path of a native library by the name that code calls it; null where no package has it.</summary>
    public string? Library(string name)
    {
        var extension = ThisSystem.Libraries.Extension;
        return Existing(name) ?? Existing(name + extension) ?? Existing("lib" + name + extension) ?? Existing("lib" + name);
    }

    private string? Existing(string file) => files.TryGetValue(file, out var path) && File.Exists(path) ? path : null;

    private void Add(string package, JsonElement assets)
    {
        foreach (var kind in new[] { "runtime", "native" })
        {
            if (!assets.TryGetProperty(kind, out var portable)) continue;
            foreach (var file in portable.EnumerateObject()) Add(package, file.Name);
        }

        if (!assets.TryGetProperty("runtimeTargets", out var special)) return;
        foreach (var file in special.EnumerateObject()
            .Select(file => (file.Name, Rank: Platforms.ToList().IndexOf(file.Value.GetProperty("rid").GetString()!)))
            .Where(file => file.Rank >= 0)
            .OrderBy(file => file.Rank))
        {
            Add(package, file.Name);
        }
    }

    private void Add(string package, string file) => files[Path.GetFileName(file)] = Path.Combine(package, file);

    private static string[] PlatformsOf(string architecture) =>
        ["any", .. ThisSystem.Libraries.Identifiers.SelectMany(system => new[] { system, $"{system}-{architecture}" }), RuntimeInformation.RuntimeIdentifier];
}
