using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace AsyncLoad.Harness.Platform;

/// <summary>The <see cref="PrivateDirectory"/> of other processes of this program and user. Directories of other users, and those that only look like one, are not touched.</summary>
internal static class PrivateDirectories
{
    // Links are not followed, here or by Directory.Delete.
    private static readonly EnumerationOptions Direct = new() { AttributesToSkip = FileAttributes.ReparsePoint, IgnoreInaccessible = true };

    // All sockets of this machine or container, in any folder.
    private const string Sockets = "/proc/net/unix";

    /// <summary>Whether another run is active on this machine: it has a directory here or, on Linux, a socket anywhere.</summary>
    public static bool AnyRunOfOthers() =>
        Parents().Any(AnyOfOthers) || AnySocketOfOthers(SystemFiles.OfMachine.Lines(Sockets));

    /// <summary>Folders in which this process may make a directory, in order of preference.</summary>
    public static IEnumerable<string> Parents() => ThisSystem.Files.TemporaryFolders;

    /// <summary>Whether a socket lies in a directory of another process. The path is the last word of a line, if it has one.</summary>
    internal static bool AnySocketOfOthers(IEnumerable<string> lines) => lines
        .Select(line => line[(line.IndexOf('/', StringComparison.Ordinal) + 1)..].Split('/'))
        .Any(path => path.Length > 1 && PrivateDirectoryName.Process(path[^2]) is { } process && process != Environment.ProcessId);

    /// <summary>Whether another living process has a directory in this folder.</summary>
    public static bool AnyOfOthers(string parent)
    {
        foreach (var (path, process) in In(parent))
        {
            if (process == Environment.ProcessId) continue;
            using var guard = TryLock(path);
            if (guard is null) return true;
        }

        return false;
    }

    /// <summary>Removes directories and sockets that killed processes left in this folder.</summary>
    public static void RemoveAbandoned(string parent)
    {
        foreach (var (path, process) in In(parent))
        {
            // Both are checked: a file system may have no locks, and a process id means nothing in another container.
            using var guard = TryLock(path);
            if (guard is null || ProcessList.Lives(process, PrivateDirectoryName.Start(guard))) continue;
            if (!ThisSystem.Files.RemovesOpenFiles) guard.Dispose();
            // A measured process that was just starting would wait forever, and processes of a workload would go on.
            ThisSystem.Offspring.EndAbandoned(path);
            RemoveLockLast(path);
        }

        foreach (var file in RuntimeFiles.Abandoned(parent)) TryRemove(file);
    }

    private static IEnumerable<(string Path, int Process)> In(string parent) =>
        from path in Directory.Exists(parent) ? Directory.EnumerateDirectories(parent, PrivateDirectoryName.Pattern, Direct) : []
        let process = PrivateDirectoryName.Process(Path.GetFileName(path))
        where process is not null && ThisSystem.Files.IsPrivateDirectory(path)
        select (path, process.Value);

    // Null when it is held, or is just being made or removed.
    private static FileStream? TryLock(string directory)
    {
        try
        {
            return PrivateDirectoryName.Lock(directory);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Debug.WriteLine(exception);
            return null;
        }
    }

    /// <summary>Removes a private directory, its lock last: after an interruption the lock still marks the rest for removal.</summary>
    public static void RemoveLockLast(string path)
    {
        foreach (var entry in Directory.Exists(path) ? Directory.GetFileSystemEntries(path) : [])
        {
            if (Path.GetFileName(entry) != PrivateDirectoryName.LockFile) TryRemove(entry);
        }

        TryRemove(path);
    }

    /// <summary>Removes a directory or a file, if it exists. What cannot be removed does no harm, and the next run tries again.</summary>
    public static void TryRemove(string path)
    {
        try
        {
            if (Directory.Exists(path)) Directory.Delete(path, recursive: true);
            else File.Delete(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Debug.WriteLine(exception);
        }
    }
}

/// <summary>
/// A short directory that only this user can enter, for sockets: their paths are limited on Unix. Removed on disposal.
/// When its process was killed, the next process that makes one beside it removes it.
/// </summary>
internal sealed class PrivateDirectory : IDisposable
{
    // The runtime's own socket of a measured process: dotnet-diagnostic-<process>-<start in ticks>-socket.
    private const int LongestSocketName = 48;

    private readonly FileStream guard;
    private int sockets;

    private PrivateDirectory(string path)
    {
        Path = path;
        guard = PrivateDirectoryName.MakeLock(path);
        guard.Write(Encoding.UTF8.GetBytes(ProcessList.StartOf(Environment.ProcessId) ?? ""));
        guard.Flush();
    }

    public string Path { get; }

    /// <exception cref="NoPrivateDirectoryException">No short directory could be made.</exception>
    public static PrivateDirectory Create()
    {
        var name = PrivateDirectoryName.Make(Environment.ProcessId, RandomNumberGenerator.GetHexString(8, lowercase: true));
        foreach (var parent in PrivateDirectories.Parents())
        {
            var path = System.IO.Path.Combine(parent, name);
            if (!Fits(path) || !Directory.Exists(parent)) continue;
            try
            {
                return In(parent, path);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                throw new NoPrivateDirectoryException($"no directory for sockets: {exception.Message.TrimEnd('.')}; set {Variable} to a folder that you may write to");
            }
        }

        throw new NoPrivateDirectoryException(ThisSystem.Files.LongestSocketPath is { } longest
            ? $"no directory for sockets: a socket path may have {longest} bytes at most, and {System.IO.Path.GetTempPath()} is too long or not there; set {Variable} to a shorter one"
            : $"no directory for temporary files: {System.IO.Path.GetTempPath()} is not there; set {Variable} to a folder that you may write to");
    }

    /// <summary>Whether sockets in a directory have paths that are short enough. Their length counts in bytes.</summary>
    internal static bool Fits(string path) => ThisSystem.Files.LongestSocketPath is not { } longest || Encoding.UTF8.GetByteCount(path) + 1 + LongestSocketName <= longest;

    private static string Variable => ThisSystem.Files.TemporaryVariables[0];

    private static PrivateDirectory In(string parent, string path)
    {
        PrivateDirectories.RemoveAbandoned(parent);
        ThisSystem.Files.MakePrivate(path);
        return new PrivateDirectory(path);
    }

    /// <summary>A path that no socket of this process has had.</summary>
    public string NextSocketPath() => System.IO.Path.Combine(Path, $"{Interlocked.Increment(ref sockets):x}.sock");

    public void Dispose()
    {
        // On Unix the lock is held until the directory is gone, so that no process takes it for abandoned.
        if (!ThisSystem.Files.RemovesOpenFiles) guard.Dispose();
        PrivateDirectories.RemoveLockLast(Path);
        guard.Dispose();
    }
}

/// <summary>No directory for sockets could be made; the message says why and what to do.</summary>
internal sealed class NoPrivateDirectoryException(string message) : IOException(message);

/// <summary>What a <see cref="PrivateDirectory"/> is known by: a name with its process in it, <c>al-4711-0a1b2c3d</c>, and a lock that the process holds.</summary>
internal static partial class PrivateDirectoryName
{
    public const string Pattern = "al-*";
    public const string LockFile = ".lock";

    public static string Make(int process, string suffix) => string.Create(CultureInfo.InvariantCulture, $"al-{process}-{suffix}");

    /// <summary>The process in a name; null when it is the name of something else.</summary>
    public static int? Process(string name) =>
        Form().Match(name) is { Success: true } match && int.TryParse(match.Groups[1].Value, CultureInfo.InvariantCulture, out var process) ? process : null;

    /// <summary>Makes the lock and takes it. Unix makes a file before it locks it, and another process could lock it first, so there the file gets its name once it is locked.</summary>
    public static FileStream MakeLock(string directory)
    {
        var file = Path.Combine(directory, LockFile);
        if (!ThisSystem.Files.RemovesOpenFiles) return Held(file, FileMode.CreateNew);
        var unnamed = file + "-to-be";
        var guard = Held(unnamed, FileMode.CreateNew);
        File.Move(unnamed, file);
        return guard;
    }

    /// <summary>Takes a lock that is there. The operating system releases it when the process ends, however it ends.</summary>
    /// <exception cref="IOException">Another process holds it, or there is none.</exception>
    public static FileStream Lock(string directory) => Held(Path.Combine(directory, LockFile), FileMode.Open);

    private static FileStream Held(string file, FileMode mode) => new(file, mode, FileAccess.ReadWrite, FileShare.None);

    /// <summary>When its process started, as the process wrote it down; null where it did not.</summary>
    public static string? Start(FileStream guard)
    {
        using var reader = new StreamReader(guard, leaveOpen: true);
        return reader.ReadLine();
    }

    [GeneratedRegex("^al-([0-9]{1,10})-[0-9a-f]{8}\\z", RegexOptions.CultureInvariant)]
    private static partial Regex Form();
}
