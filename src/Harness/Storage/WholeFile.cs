using System.Diagnostics;

namespace AsyncLoad.Harness.Storage;

/// <summary>Files that are there whole or not at all: written under a temporary name, then renamed.</summary>
internal static class WholeFile
{
    /// <summary>Finds out whether a file can be written, before the work whose result it is to hold.</summary>
    /// <exception cref="IOException">It cannot.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not.</exception>
    public static void Check(string path)
    {
        if (Directory.Exists(path)) throw new IOException("it is a folder");
        if (Path.GetDirectoryName(Path.GetFullPath(path)) is { } folder && !Directory.Exists(folder)) throw new DirectoryNotFoundException($"there is no folder {folder}");
        File.Delete(Temporary(path));
        Create(Temporary(path), FileOptions.DeleteOnClose).Dispose();
    }

    /// <summary>Writes a file; what is there already is replaced, and so is a link of that name.</summary>
    /// <exception cref="IOException">It cannot be written; what was there before stays.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written; what was there before stays.</exception>
    public static void Write(string path, Action<Stream> write)
    {
        var temporary = Temporary(path);
        File.Delete(temporary);
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

    /// <summary>The same where several programs may write the same file: each uses another temporary name, and the last one stays.</summary>
    /// <exception cref="IOException">It cannot be written; what was there before stays.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written; what was there before stays.</exception>
    public static void WriteBeside(string path, byte[] content)
    {
        var temporary = Temporary($"{path}.{Path.GetRandomFileName()}");
        try
        {
            using (var stream = Create(temporary)) stream.Write(content);
            File.Move(temporary, path, overwrite: true);
        }
        catch
        {
            Remove(temporary);
            throw;
        }
    }

    /// <summary>The same for what writes into a file by its name.</summary>
    /// <param name="write">Writes the file of a name, which is there and empty.</param>
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
            // Why it was not written says more, and must not be hidden by it.
            Debug.WriteLine(exception);
        }
    }
}
