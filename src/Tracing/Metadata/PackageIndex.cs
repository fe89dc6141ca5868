using System.Diagnostics;
using System.Text.Json;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Code of others.</summary>
/// <param name="Name">Its name and version, as <c>Polly.Core 8.6.5</c>.</param>
/// <param name="IsFile">Whether a project references its file (HintPath) instead of a package.</param>
internal sealed record ForeignLibrary(string Name, bool IsFile)
{
    /// <summary>What it is and its name.</summary>
    public string Told => $"the {(IsFile ? "library" : "package")} {Name}";
}

/// <summary>Which assemblies came out of packages or are referenced as files, by the <c>.deps.json</c> files that a build writes beside a program.</summary>
internal sealed class PackageIndex
{
    private const int MostFiles = 100;
    private const long Largest = 32L << 20;

    private readonly Dictionary<string, ForeignLibrary> libraries = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<string> projects = new(StringComparer.OrdinalIgnoreCase);

    public PackageIndex(IEnumerable<string> folders)
    {
        foreach (var file in folders.SelectMany(folder => RegularFile.In(folder, "*.deps.json")).Take(MostFiles)) Read(file);
    }

    /// <summary>Where an assembly comes from; null for one of a project, or that no file names.</summary>
    /// <param name="fileName">Name of its file, without folders.</param>
    public ForeignLibrary? Of(string fileName) => IsProject(fileName) ? null : libraries.GetValueOrDefault(fileName);

    /// <summary>Whether an assembly is built of a project.</summary>
    public bool IsProject(string fileName) => projects.Contains(fileName);

    private void Read(string file)
    {
        try
        {
            using var document = JsonDocument.Parse(RegularFile.Read(file, Largest));
            var types = document.RootElement.GetProperty("libraries");
            foreach (var target in document.RootElement.GetProperty("targets").EnumerateObject())
            {
                foreach (var library in target.Value.EnumerateObject()) Add(library, types.GetProperty(library.Name).GetProperty("type").GetString());
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
                if (type is "package" or "reference") libraries.TryAdd(name, new ForeignLibrary(library.Name.Replace('/', ' '), IsFile: type == "reference"));
                if (type == "project") projects.Add(name);
            }
        }
    }
}
