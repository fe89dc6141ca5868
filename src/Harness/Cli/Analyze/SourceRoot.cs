using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Cli.Analyze;

/// <summary>The repository that a folder belongs to; paths of source files are relative to it.</summary>
/// <param name="Folder">Its path.</param>
/// <param name="Here">The folder, relative to it.</param>
internal sealed record SourceRoot(string Folder, string Here)
{
    // A build that is the same everywhere writes this for the root of the sources: /_/src/App.cs.
    private const string Mapped = "_";

    /// <summary>The nearest folder, from this one upwards, that has a .git entry; the folder itself when there is none.</summary>
    public static SourceRoot Around(string folder)
    {
        var root = FolderPath.InAndAbove(folder).FirstOrDefault(parent => Path.Exists(Path.Combine(parent, ".git")));
        return root is null ? new SourceRoot(folder, ".") : new SourceRoot(root, Path.GetRelativePath(root, folder));
    }

    /// <summary>A source file that a PDB names, relative to the repository; null where it is not in it. The PDB may come from another machine.</summary>
    /// <param name="file">Its path, with the separators of any system; one that is not rooted counts from the folder.</param>
    public string? Relative(string file)
    {
        var steps = Steps(file);
        // The path comes from a file of unknown origin, and must not leave the folder.
        if (steps.Any(step => step is "." or "..")) return null;
        if (steps is [Mapped, .. var mapped]) return string.Join('/', mapped);
        // The longest trailing part of the path that exists. Folders of another machine, or of the root itself, precede it.
        IEnumerable<string[]> candidates = [[.. Steps(Here).Where(step => step != "."), .. steps], .. Enumerable.Range(1, steps.Length).Where(first => IsTelling(steps, first)).Select(first => steps[first..])];
        return candidates.FirstOrDefault(candidate => candidate.Length > 0 && File.Exists(Path.Combine([Folder, .. candidate]))) is { } found ? string.Join('/', found) : null;
    }

    private static string[] Steps(string path) => path.Split(['/', '\\'], StringSplitOptions.RemoveEmptyEntries);

    // A file name alone is not enough: another folder may hold a file of that name.
    private bool IsTelling(string[] steps, int first) => first < steps.Length - 1 || steps[first - 1] == Path.GetFileName(Folder);
}
