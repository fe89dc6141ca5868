using System.Diagnostics;

namespace AsyncLoad.Harness.Storage;

/// <summary>Files that are there whole or not at all: written under a temporary name, then renamed.</summary>
internal static class WholeFile
{
    /// <summary>Writes a file; what is there already is replaced, and so is a link of that name.</summary>
    /// <exception cref="IOException">It cannot be written; what was there before stays.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written; what was there before stays.</exception>
    public static void Write(string path, Action<Stream> write)
    {
        var temporary = path + ".partial";
        // Created anew, so that a link of that name is never followed out of the folder.
        File.Delete(temporary);
        try
        {
            using (var stream = new FileStream(temporary, FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0)) write(stream);
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
        var temporary = path + ".partial";
        File.Delete(temporary);
        try
        {
            await new FileStream(temporary, FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0).DisposeAsync();
            await write(temporary);
            File.Move(temporary, path, overwrite: true);
        }
        catch
        {
            Remove(temporary);
            throw;
        }
    }

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
