using System.Diagnostics;
using System.Text.Json;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Which assemblies came out of packages, by the <c>.deps.json</c> files that a build writes beside a program.</summary>
internal sealed class PackageIndex
{
    private const int MostFiles = 100;
    private const long Largest = 32L << 20;

    private readonly Dictionary<string, string> packages = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<string> projects = new(StringComparer.OrdinalIgnoreCase);

    public PackageIndex(IEnumerable<string> folders)
    {
        foreach (var file in folders.SelectMany(folder => RegularFile.In(folder, "*.deps.json")).Take(MostFiles)) Read(file);
    }

    /// <summary>The package of an assembly, as <c>Polly.Core 8.6.5</c>; null for one of a project, or that no file names.</summary>
    /// <param name="fileName">Name of its file, without folders.</param>
    public string? Of(string fileName) => projects.Contains(fileName) ? null : packages.GetValueOrDefault(fileName);

    private void Read(string file)
    {
        try
        {
            using var document = JsonDocument.Parse(RegularFile.Read(file, Largest));
            var libraries = document.RootElement.GetProperty("libraries");
            foreach (var target in document.RootElement.GetProperty("targets").EnumerateObject())
            {
                foreach (var library in target.Value.EnumerateObject()) Add(library, libraries.GetProperty(library.Name).GetProperty("type").GetString());
            }
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or JsonException or InvalidOperationException or KeyNotFoundException)
        {
            // Assemblies of an unreadable file count as the user's own.
            Debug.WriteLine(failure);
        }
    }

    private void Add(JsonProperty library, string? type)
    {
        foreach (var assets in (string[])["runtime", "runtimeTargets"])
        {
            if (!library.Value.TryGetProperty(assets, out var files)) continue;
            foreach (var name in files.EnumerateObject().Select(file => Framework.FileName(file.Name)))
            {
                if (type == "package") packages.TryAdd(name, library.Name.Replace('/', ' '));
                if (type == "project") projects.Add(name);
            }
        }
    }
}
