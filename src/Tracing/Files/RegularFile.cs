using AsyncLoad.Model.Units;

namespace AsyncLoad.Tracing.Files;

/// <summary>Files that traces and run folders name. Only regular files are opened: opening a pipe waits for its other end, and a device may never end.</summary>
public static class RegularFile
{
    /// <summary>Why a file is not opened.</summary>
    public const string Refusal = "is empty, or is a pipe or a device: copy its content to a regular file first";

    /// <summary>Whether a file may be opened: it has a length, which pipes, sockets and devices do not have. An empty file counts as none.</summary>
    public static bool Is(string path)
    {
        var file = new FileInfo(path);
        try
        {
            // The length of a link is that of the path it holds.
            return (file.ResolveLinkTarget(returnFinalTarget: true) as FileInfo ?? file) is { Exists: true, Length: > 0 };
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            // A link without a target, or a circle of links.
            return false;
        }
    }

    /// <summary>Paths of the files of a folder whose names fit a pattern, in the order of their names; none when it cannot be listed.</summary>
    public static IReadOnlyList<string> In(string folder, string pattern)
    {
        try
        {
            return [.. Directory.EnumerateFiles(folder, pattern).Order(StringComparer.Ordinal)];
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>Opens it for reading, while others may write to it.</summary>
    /// <exception cref="IOException">It is not there, cannot be read, or is not a regular file.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public static FileStream Open(string path)
    {
        if (File.Exists(path) && !Is(path)) throw new IOException($"{path} {Refusal}");
        return new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, 1 << 16, FileOptions.SequentialScan);
    }

    /// <summary>Reads all of it.</summary>
    /// <param name="path">Path of the file.</param>
    /// <param name="most">The most bytes that it may have.</param>
    /// <exception cref="IOException">It is not there, cannot be read, is not a regular file or has more bytes.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public static byte[] Read(string path, long most)
    {
        using var stream = Open(path);
        if (stream.Length > most) throw new IOException($"{path} has more than {new MeasuredSize(most)}");
        // What is added to the file meanwhile is not read.
        var bytes = new byte[stream.Length];
        var read = stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
        return read == bytes.Length ? bytes : bytes[..read];
    }

    /// <summary>Reads all of it; null when it cannot be read, or has more bytes.</summary>
    /// <param name="path">Path of the file.</param>
    /// <param name="most">The most bytes that it may have.</param>
    public static byte[]? ReadOrNull(string path, long most)
    {
        try
        {
            return Read(path, most);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
