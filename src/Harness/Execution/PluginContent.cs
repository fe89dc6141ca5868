using System.Text.Json;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Execution;

/// <summary>What a plug-in that was built elsewhere consists of. Anything may lie in its folder.</summary>
/// <param name="assembly">Full path of its assembly.</param>
internal sealed class PluginContent(string assembly)
{
    // A folder with more is not the output of a build, but that of an account, say.
    private const int MostFiles = 2_000;

    private const long MostBytes = 500_000_000;

    public const long LongestList = 50_000_000;

    private static readonly string[] Kinds = ["runtime", "native", "runtimeTargets", "resources"];

    private string Folder => Path.GetDirectoryName(assembly)!;

    private string List => Path.ChangeExtension(assembly, ".deps.json");

    /// <summary>The hash of the code that is loaded: the assembly, its lists, and the libraries beside it that they name.</summary>
    /// <exception cref="IOException">A file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be read.</exception>
    public string Code => ContentHash.Of(Folder, Loaded().Distinct(StringComparer.Ordinal));

    /// <summary>
    /// <see cref="Code"/>, and a hash of what it and all files in its folder do. Where these are too many or cannot be read, the path of the folder replaces
    /// their hash.
    /// </summary>
    /// <exception cref="IOException">A file of the plug-in cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">A file of the plug-in may not be read.</exception>
    public (string Code, string All) Read()
    {
        string[] loaded = [.. Loaded().Distinct(StringComparer.Ordinal)];
        // Two builds of the same sources may differ byte by byte, and still are one build.
        return (ContentHash.Of(Folder, loaded), $"{Path.GetFileName(assembly)} {ContentHash.OfBuild(Folder, loaded)} {Beside()}");
    }

    /// <summary>Whether its list of dependencies names a file as one that it loads.</summary>
    /// <param name="library">Full path of the file.</param>
    /// <exception cref="IOException">The list cannot be read.</exception>
    public bool Names(string library) => Named().Contains(library, StringComparer.Ordinal);

    private string Beside()
    {
        try
        {
            var files = new DirectoryInfo(Folder).EnumerateFiles("*", new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint }).Take(MostFiles + 1).ToList();
            return files.Count <= MostFiles && files.Sum(file => file.Length) <= MostBytes ? ContentHash.OfBuild(Folder, files.Select(file => file.FullName)) : Folder;
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            return Folder;
        }
    }

    private IEnumerable<string> Loaded() =>
    [
        assembly, List, Path.ChangeExtension(assembly, ".runtimeconfig.json"),
        .. RegularFile.Is(List) ? Named() : Directory.EnumerateFiles(Folder, "*.dll"),
    ];

    // Files of packages lie beside the assembly, those for one system or one language in folders of that name.
    private IEnumerable<string> Named()
    {
        try
        {
            using var read = JsonDocument.Parse(RegularFile.Read(List, LongestList));
            return [.. from target in read.RootElement.GetProperty("targets").EnumerateObject()
                       from library in target.Value.EnumerateObject()
                       from kind in Kinds
                       where library.Value.TryGetProperty(kind, out _)
                       from file in library.Value.GetProperty(kind).EnumerateObject()
                       from place in new[] { file.Name, Path.GetFileName(file.Name), Path.Combine(Path.GetFileName(Path.GetDirectoryName(file.Name)) ?? "", Path.GetFileName(file.Name)) }
                       select Path.Combine(Folder, place)];
        }
        catch (Exception damaged) when (damaged is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            // The loader reads this list too, and would not load such a plug-in.
            throw new IOException($"{Printable.Text(List)} cannot be read: {damaged.Message}", damaged);
        }
    }
}
