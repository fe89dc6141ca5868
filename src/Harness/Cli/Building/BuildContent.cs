using System.IO.Enumeration;
using System.Text;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>What a build in the cache left, as one text: the same for builds that left the same files.</summary>
internal static class BuildContent
{
    // Hidden files too; what cannot be read is an error.
    private static readonly EnumerationOptions Everything = new() { RecurseSubdirectories = true, AttributesToSkip = default, IgnoreInaccessible = false };

    // Holds the text where the folder also has files that the build did not write.
    private const string ContentFile = ".content";

    // MSBuild's lists for its clean-up: full paths of all files that it wrote.
    private const string WrittenFiles = "*.FileListAbsolute.txt";

    // Sources, build settings and texts for people. A build that copies such a file lists it as written.
    private static readonly string[] Sources =
        [".cs", ".fs", ".vb", ".csproj", ".fsproj", ".vbproj", ".props", ".targets", ".sln", ".slnx", ".md", ".editorconfig", ".gitignore", ".gitattributes"];

    /// <summary>The content of a build in the cache.</summary>
    /// <param name="assembly">Its assembly.</param>
    /// <exception cref="IOException">A file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be read.</exception>
    public static string Of(string assembly)
    {
        var folder = Path.GetDirectoryName(assembly)!;
        var written = Path.Combine(folder, ContentFile);
        return RegularFile.Is(written) ? File.ReadAllText(written) : ContentHash.OfBuild(folder, All(folder));
    }

    /// <summary>The content of a build that lies among the sources of its project, without files that matter only to compiling. Null where the build has its own folder.</summary>
    /// <param name="assembly">Its assembly.</param>
    /// <param name="project">The project, or its folder.</param>
    /// <param name="copy">The folder that holds everything.</param>
    public static string? OfMixed(string assembly, string project, string copy)
    {
        var folder = Path.GetDirectoryName(assembly)!;
        return Intermediate(copy).Append(project).Any(path => IsIn(folder, path)) ? ContentHash.OfBuild(folder, Measured(folder, copy)) : null;
    }

    /// <summary>Whether a build refers to the folder that it was made in, as one does that finds the content of a web site there.</summary>
    /// <param name="assembly">Its assembly.</param>
    /// <param name="copy">The folder that holds everything.</param>
    public static bool NamesItsFolder(string assembly, string copy) => Measured(Path.GetDirectoryName(assembly)!, copy).Any(new BuildFolder(copy).IsNamedIn);

    /// <summary>The content of such a build: it may read any file of the folder, so all of them count that are not only compiled or read by people.</summary>
    /// <param name="copy">The folder that holds everything.</param>
    public static string OfWhole(string copy) => ContentHash.OfBuild(copy, Measured(copy, copy), new BuildFolder(copy));

    /// <summary>NuGet's lists of the packages of each project below a folder.</summary>
    public static IEnumerable<string> RestoredLists(string folder) => Lists(folder, "project.assets.json");

    /// <summary>Keeps the content of a build beside it.</summary>
    public static void Write(string folder, string content) => File.WriteAllBytes(Path.Combine(folder, ContentFile), Encoding.UTF8.GetBytes(content));

    // Without what only compiling needs.
    private static IEnumerable<string> Measured(string folder, string copy)
    {
        var (intermediate, written) = (Intermediate(copy), Lists(copy, WrittenFiles).SelectMany(list => File.ReadLines(list)).ToHashSet(StringComparer.Ordinal));
        return All(folder).Where(file => !intermediate.Any(made => IsIn(made, file)) && (written.Contains(file) || !IsSource(file)));
    }

    private static string[] Intermediate(string copy) => [.. Lists(copy, WrittenFiles).Concat(RestoredLists(copy)).Select(list => Path.GetDirectoryName(list)!)];

    private static IEnumerable<string> Lists(string folder, string name) => All(folder, name).Where(RegularFile.Is);

    // Links to folders are not followed: they may lead in a circle, or to a whole disk.
    private static FileSystemEnumerable<string> All(string folder, string name = "*") => new(folder, (ref FileSystemEntry entry) => entry.ToFullPath(), Everything)
    {
        ShouldIncludePredicate = (ref FileSystemEntry entry) => !entry.IsDirectory && FileSystemName.MatchesSimpleExpression(name, entry.FileName),
        ShouldRecursePredicate = (ref FileSystemEntry entry) => !entry.Attributes.HasFlag(FileAttributes.ReparsePoint),
    };

    private static bool IsSource(string file) => Sources.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase);

    private static bool IsIn(string folder, string path) => path == folder || path.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal);
}
