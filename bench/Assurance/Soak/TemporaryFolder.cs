namespace AsyncLoad.Assurance.Soak;

/// <summary>What lies in a folder where others come and go.</summary>
internal static class TemporaryFolder
{
    // Hidden ones too; links are not followed.
    private static readonly EnumerationOptions Everything = new() { RecurseSubdirectories = true, IgnoreInaccessible = true, AttributesToSkip = FileAttributes.ReparsePoint };

    /// <summary>Its files, those of folders in it too.</summary>
    public static TemporaryFiles Read(string folder)
    {
        var lengths = new DirectoryInfo(folder).EnumerateFiles("*", Everything).Select(Length).ToList();
        return new TemporaryFiles(lengths.Count, lengths.Sum());
    }

    /// <summary>Names of everything in it, folders too.</summary>
    public static IReadOnlyList<string> Names(string folder) =>
        [.. Directory.EnumerateFileSystemEntries(folder, "*", Everything).Select(path => Path.GetRelativePath(folder, path)).Order(StringComparer.Ordinal)];

    private static long Length(FileInfo file)
    {
        try
        {
            return file.Length;
        }
        catch (IOException)
        {
            // It went while it was looked at.
            return 0;
        }
    }
}
