using System.Diagnostics;
using System.Text;

namespace AsyncLoad.Tracing.Files;

/// <summary>Writes files that are complete or absent: written under a temporary name, then renamed.</summary>
public static class WholeFile
{
    private const int TextBuffer = 1 << 16;

    /// <summary>Checks that a file can be written, before the work for its content begins.</summary>
    /// <exception cref="IOException">It cannot.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not.</exception>
    public static void Check(string path)
    {
        if (Directory.Exists(path)) throw new IOException("it is a folder");
        if (Path.GetDirectoryName(Path.GetFullPath(path)) is { } folder && !Directory.Exists(folder)) throw new DirectoryNotFoundException($"there is no folder {folder}");
        File.Delete(Temporary(path));
        Create(Temporary(path), FileOptions.DeleteOnClose).Dispose();
    }

    /// <summary>Writes a file. An existing file or link of that name is replaced.</summary>
    /// <exception cref="IOException">It cannot be written; what was there before stays.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written; what was there before stays.</exception>
    public static void Write(string path, Action<Stream> write)
    {
        File.Delete(Temporary(path));
        Replace(path, Temporary(path), write);
    }

    /// <summary>The same for a text in UTF-8.</summary>
    /// <inheritdoc cref="Write"/>
    public static void WriteText(string path, Action<TextWriter> write) => Write(path, stream =>
    {
        using var writer = new StreamWriter(stream, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), TextBuffer);
        write(writer);
    });

    /// <summary>The same for a file that several processes may write: each uses another temporary name, and the last one stays.</summary>
    /// <inheritdoc cref="Write"/>
    public static void WriteBeside(string path, byte[] content) => Replace(path, Temporary($"{path}.{Path.GetRandomFileName()}"), stream => stream.Write(content));

    /// <summary>Whether an entry is a file that <see cref="WriteBeside"/> is writing for a path, or that a killed process left.</summary>
    public static bool IsBeside(string entry, string path) =>
        entry.StartsWith(path + ".", StringComparison.Ordinal) && entry.EndsWith(Temporary(""), StringComparison.Ordinal);

    /// <summary>The same for a writer that needs the name of the file.</summary>
    /// <param name="write">Writes the file whose path it is given; the file exists and is empty.</param>
    /// <exception cref="IOException">It cannot be written; what was there before stays.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written; what was there before stays.</exception>
    public static async Task WriteAsync(string path, Func<string, Task> write)
    {
        Check(path);
        var temporary = Temporary(path);
        try
        {
            await Create(temporary).DisposeAsync();
            await write(temporary);
            File.Move(temporary, path, overwrite: true);
        }
        catch
        {
            Remove(temporary);
            throw;
        }
    }

    private static void Replace(string path, string temporary, Action<Stream> write)
    {
        try
        {
            using (var stream = Create(temporary)) write(stream);
            File.Move(temporary, path, overwrite: true);
        }
        catch
        {
            Remove(temporary);
            throw;
        }
    }

    private static string Temporary(string path) => path + ".partial";

    // Created anew, so that a link of that name is never followed out of the folder.
    private static FileStream Create(string temporary, FileOptions options = FileOptions.None) =>
        new(temporary, FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0, options);

    private static void Remove(string temporary)
    {
        try
        {
            File.Delete(temporary);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The reason that the file was not written must not be hidden by this.
            Debug.WriteLine(exception);
        }
    }
}
