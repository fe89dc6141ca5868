using System.Diagnostics;
using System.Text;

namespace AsyncLoad.Harness.Platform;

/// <summary>Small text files of Linux, such as those of /proc; other systems have none.</summary>
/// <param name="root">The folder that their paths start in: <c>/</c> except in tests. Null where the system has no such files: a folder of that name is then a user's own.</param>
internal sealed class SystemFiles(string? root)
{
    // /proc/cpuinfo of a thousand cores has 2 MB, /proc/stat 200 KB. Most of these files have less than 4 KB.
    private const int MostBytes = 8 << 20;
    private const int UsualBytes = 4 << 10;

    public static SystemFiles OfMachine => ThisSystem.Machine;

    /// <summary>The first 8 MB of a file, or null when it is not there or may not be read.</summary>
    /// <param name="path">Its path, with or without the leading slash.</param>
    public string? Text(string path)
    {
        if (root is null) return null;
        try
        {
            // These files report a length of 0, so they are read to their end.
            using var file = new FileStream(At(root, path), FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
            var bytes = new byte[UsualBytes];
            var count = file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
            while (count == bytes.Length && count < MostBytes)
            {
                Array.Resize(ref bytes, 2 * count);
                count += file.ReadAtLeast(bytes.AsSpan(count), count, throwOnEndOfStream: false);
            }

            return Encoding.UTF8.GetString(bytes, 0, count);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // A process may have ended meanwhile, and not every system has every file.
            Debug.WriteLine(exception);
            return null;
        }
    }

    /// <summary>The lines of a file; none when it is not there.</summary>
    public IReadOnlyList<string> Lines(string path) => Text(path)?.Split('\n', StringSplitOptions.RemoveEmptyEntries) ?? [];

    /// <summary>Writes a text to an existing file: some of them take commands.</summary>
    /// <returns>False when it is not there or may not be written.</returns>
    public bool Write(string path, string text)
    {
        if (root is null) return false;
        try
        {
            using var file = new FileStream(At(root, path), FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
            file.Write(Encoding.UTF8.GetBytes(text));
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Debug.WriteLine(exception);
            return false;
        }
    }

    public bool Exists(string path) => root is not null && Path.Exists(At(root, path));

    /// <summary>Names of the folders in a folder, sorted; none when it is not there or cannot be read.</summary>
    public IReadOnlyList<string> Folders(string path)
    {
        if (root is null || !Directory.Exists(At(root, path))) return [];
        try
        {
            return [.. Directory.EnumerateDirectories(At(root, path)).Select(folder => Path.GetFileName(folder)).Order(StringComparer.Ordinal)];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // A process may have ended meanwhile.
            Debug.WriteLine(exception);
            return [];
        }
    }

    private static string At(string root, string path) => Path.Combine(root, path.TrimStart('/'));
}
