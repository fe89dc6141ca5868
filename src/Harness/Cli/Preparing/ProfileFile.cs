using AsyncLoad.Harness.Planning;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>The bytes of a profile, or why there are none.</summary>
/// <param name="Content">The bytes.</param>
/// <param name="Problem">Why the file cannot be read; null when it was.</param>
internal sealed record ProfileFile(byte[]? Content, string? Problem)
{
    // A profile is written by people; ten million letters are another file, named by mistake.
    private const long MostBytes = 10_000_000;

    /// <summary>Reads a profile.</summary>
    /// <param name="path">Path of its file.</param>
    /// <param name="folder">Where the user's own profiles are, for a suggestion.</param>
    /// <param name="cancellation">Ends the reading.</param>
    public static async Task<ProfileFile> ReadAsync(string path, string folder, CancellationToken cancellation)
    {
        try
        {
            var file = new FileInfo(path);
            if (!file.Exists) return new ProfileFile(null, Missing(path, folder));
            if (file.Length > MostBytes) return new ProfileFile(null, $"{Printable.Text(path)} is too large for a profile");
            return new ProfileFile(await File.ReadAllBytesAsync(path, cancellation), null);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return new ProfileFile(null, $"{Printable.Text(path)} cannot be read: {Printable.Text(exception.Message)}");
        }
    }

    private static string Missing(string path, string folder)
    {
        var ending = ProfileFolders.With(folder).Nearest(path) is { } nearest ? $"; did you mean {Printable.Text(nearest)}?" : "";
        return $"there is no profile {Printable.Text(path)}{ending}";
    }
}
