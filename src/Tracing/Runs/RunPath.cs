namespace AsyncLoad.Tracing.Runs;

/// <summary>Paths of files inside a run folder. The folder may come from elsewhere and names them, so nothing outside of it is touched: no "..", no link.</summary>
public static class RunPath
{
    /// <summary>The full path of a file in a run folder; null when it would lie outside, or when a part of it below the folder is a link.</summary>
    /// <param name="folder">The run folder, which may be reached through links itself.</param>
    /// <param name="file">Path of the file inside it, which need not exist.</param>
    public static string? Inside(string folder, string file)
    {
        var root = Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder));
        if (file.Contains('\0', StringComparison.Ordinal)) return null;
        var path = Path.GetFullPath(Path.Combine(root, file));
        if (!path.StartsWith(root + Path.DirectorySeparatorChar, StringComparison.Ordinal)) return null;
        for (var part = path; part.Length > root.Length; part = Path.GetDirectoryName(part)!)
        {
            if (new FileInfo(part).LinkTarget is not null) return null;
        }

        return path;
    }

    /// <summary>The same where it is about to be opened.</summary>
    /// <exception cref="IOException">It lies outside, or behind a link.</exception>
    public static string Of(string folder, string file) => Inside(folder, file) ?? throw new IOException($"{file} leads out of the run folder");

    /// <summary>A link anywhere in a run folder, by its path inside; null where there is none.</summary>
    public static string? Link(string folder)
    {
        // Enumerated one by one, so that the first link found is never walked into. Hidden files count like any other.
        var all = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = default };
        return new DirectoryInfo(folder).EnumerateFileSystemInfos("*", all).FirstOrDefault(entry => entry.LinkTarget is not null) is { } link
            ? Path.GetRelativePath(folder, link.FullName)
            : null;
    }
}
