using System.Security.Cryptography;

namespace AsyncLoad.Harness.Platform;

/// <summary>
/// A short directory that only this user can enter, for sockets: their paths end at 108 characters on Linux, 104 on macOS. Removed on disposal;
/// one whose process was killed is removed by the next that makes one beside it.
/// </summary>
internal sealed class PrivateDirectory : IDisposable
{
    private const int LongestSocketPath = 103;

    // The runtime's own socket of a measured process: dotnet-diagnostic-<process>-<start in ticks>-socket.
    private const int LongestSocketName = 48;

    private readonly FileStream guard;
    private int sockets;

    private PrivateDirectory(string path)
    {
        Path = path;
        guard = PrivateDirectoryName.Lock(path, FileMode.CreateNew);
    }

    public string Path { get; }

    /// <exception cref="NoPrivateDirectoryException">No short directory could be made.</exception>
    public static PrivateDirectory Create()
    {
        var name = PrivateDirectoryName.Make(Environment.ProcessId, RandomNumberGenerator.GetHexString(8, lowercase: true));
        foreach (var parent in new[] { System.IO.Path.GetTempPath(), "/tmp" })
        {
            var path = System.IO.Path.Combine(parent, name);
            if (path.Length + 1 + LongestSocketName > LongestSocketPath || !Directory.Exists(parent)) continue;
            try
            {
                return In(parent, path);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                throw new NoPrivateDirectoryException($"no directory for sockets: {exception.Message}; set TMPDIR to a folder that you may write to");
            }
        }

        throw new NoPrivateDirectoryException(
            $"no directory for sockets: a socket path may have {LongestSocketPath} characters at most, and {System.IO.Path.GetTempPath()} is too long or not there; set TMPDIR to a shorter one");
    }

    private static PrivateDirectory In(string parent, string path)
    {
        PrivateDirectories.RemoveAbandoned(parent);
        FileOwner.MakePrivate(path);
        return new PrivateDirectory(path);
    }

    /// <summary>A path that no socket of this process has had.</summary>
    public string NextSocketPath() => System.IO.Path.Combine(Path, $"{Interlocked.Increment(ref sockets):x}.sock");

    public void Dispose()
    {
        // Elsewhere the lock is held until the directory is gone, so that nobody takes it for abandoned meanwhile.
        if (OperatingSystem.IsWindows()) guard.Dispose();
        if (Directory.Exists(Path)) Directory.Delete(Path, recursive: true);
        guard.Dispose();
    }
}

/// <summary>There is no place for sockets; the message says why and what to do.</summary>
internal sealed class NoPrivateDirectoryException(string message) : IOException(message);
