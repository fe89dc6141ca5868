namespace AsyncLoad.Tracing.Files;

/// <summary>Paths of folders, existing or not.</summary>
public static class FolderPath
{
    /// <summary>A folder and those above it, as full paths, the innermost first.</summary>
    /// <param name="folder">The innermost; null for none.</param>
    public static IEnumerable<string> InAndAbove(string? folder)
    {
        for (var at = folder is null ? null : Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder)); at is not null; at = Path.GetDirectoryName(at)) yield return at;
    }
}
