using System.Diagnostics;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Storage;

/// <summary>Reserves a run folder for one run. The operating system releases it when the process ends, however it ends.</summary>
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
            // The folder is gone or no longer writable. An error of the run itself must not be hidden by that.
            Debug.WriteLine(exception);
        }

        stream.Dispose();
    }
}

/// <summary>The output cannot be written; the message says which file, why, and what to do.</summary>
internal sealed class OutputUnwritableException(string message) : Exception(message)
{
    /// <summary>What cannot be written and why, without what to do; null when the message says only that.</summary>
    public string? Cause { get; private init; }

    /// <summary>For a run in progress: its journal ends with a complete line, unless it was removed.</summary>
    public static OutputUnwritableException Midway(string path, Exception reason) => Path.Exists(path)
        ? new($"cannot write to {path}: {FileProblem.Cause(reason)}; everything measured before is kept: make room and continue with --resume, or rebuild the reports with \"asyncload report\"")
        {
            Cause = $"cannot write to {path}: {FileProblem.Cause(reason)}",
        }
        : new($"{path} was removed or renamed during the run, and its data is lost: measure again into a folder that stays (--output)");
}
