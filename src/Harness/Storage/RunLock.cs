using System.Diagnostics;
using AsyncLoad.Harness.Platform;

namespace AsyncLoad.Harness.Storage;

/// <summary>Holds a run folder for one run. The operating system lets go of it when the process ends, however it ends.</summary>
internal sealed class RunLock : IDisposable
{
    private readonly FileStream stream;
    private readonly string path;

    private RunLock(FileStream stream, string path)
    {
        this.stream = stream;
        this.path = path;
    }

    /// <exception cref="OutputUnwritableException">Another run holds the folder, or it cannot be written.</exception>
    public static RunLock Take(string folder)
    {
        var path = Path.Combine(folder, ".lock");
        try
        {
            return new RunLock(new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write, ThisSystem.Files.BesideLock), path);
        }
        catch (IOException exception)
        {
            throw new OutputUnwritableException($"{folder} is in use by another run, or cannot be written ({exception.Message}); choose another folder with --output");
        }
        catch (UnauthorizedAccessException exception)
        {
            throw new OutputUnwritableException($"cannot write to {folder}: {exception.Message}");
        }
    }

    public void Dispose()
    {
        try
        {
            File.Delete(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The folder is gone, or may not be written any more. What the run ended with says more, and must not be hidden by it.
            Debug.WriteLine(exception);
        }

        stream.Dispose();
    }
}

/// <summary>The output cannot be written; the message says what and what to do.</summary>
internal sealed class OutputUnwritableException(string message) : Exception(message)
{
    /// <summary>What cannot be written and why, without what to do about it; null where the message says no more than that.</summary>
    public string? Cause { get; private init; }

    /// <summary>For a run that was under way: its journal ends with a whole line, unless it was removed.</summary>
    public static OutputUnwritableException Midway(string path, Exception reason) => Path.Exists(path)
        ? new($"cannot write to {path}: {reason.Message}; everything measured before is kept: make room and go on with --resume, or rebuild the reports with \"asyncload report\"")
        {
            Cause = $"cannot write to {path}: {reason.Message}",
        }
        : new($"{path} is gone, and what was measured went with it: measure again into a folder that nothing removes or renames meanwhile (--output)");
}
