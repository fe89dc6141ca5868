using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Where the user's sources are: in the repository, or else the folder, that holds those of the projects. PDBs name them.</summary>
internal sealed class UserSources
{
    private const string Packages = "/.nuget/";
    private const string Built = "/obj/";

    private readonly string? root;
    private readonly bool isHere;

    /// <param name="projects">The assemblies that are built of the user's projects.</param>
    public UserSources(IEnumerable<AssemblyFile> projects)
    {
        var folder = projects.SelectMany(project => project.Lines.Files).Select(Slashed).Where(IsWritten).Select(FolderOf).Aggregate((string?)null, (known, next) => known is null ? next : Shared(known, next));
        // Files of a program that was built in several places have only the root of the system in common.
        if (folder is null || !folder.TrimEnd('/').Contains('/', StringComparison.Ordinal)) return;
        isHere = Directory.Exists(folder);
        var repository = isHere ? FolderPath.InAndAbove(folder).FirstOrDefault(parent => Path.Exists(Path.Combine(parent, ".git"))) : null;
        root = repository is null ? folder : Slashed(repository) + '/';
    }

    /// <summary>Whether an assembly was built of some of them.</summary>
    public bool Hold(AssemblyFile assembly) => assembly.Lines.HasMappedSource || (root is not null && assembly.Lines.Files.Any(file => Slashed(file).StartsWith(root, StringComparison.Ordinal) && (!isHere || File.Exists(file))));

    private static string Slashed(string path) => path.Replace('\\', '/');

    // The PDB may be of unknown origin: it must not make this machine connect to another.
    private static bool IsWritten(string file) =>
        (file.StartsWith('/') ? !file.StartsWith("//", StringComparison.Ordinal) : file.Contains(":/", StringComparison.Ordinal)) && !SourceLines.IsMapped(file) && !file.Contains(Packages, StringComparison.Ordinal) && !file.Contains(Built, StringComparison.Ordinal);

    private static string FolderOf(string file) => file[..(file.LastIndexOf('/') + 1)];

    private static string Shared(string one, string other)
    {
        var length = one.AsSpan().CommonPrefixLength(other);
        return FolderOf(one[..length]);
    }
}
