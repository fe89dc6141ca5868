using System.Diagnostics;
using System.Runtime.InteropServices;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Platform;

/// <summary>Free space where a folder is or will be.</summary>
internal static class FreeDisk
{
    /// <summary>What this user may still write there; null when the system does not tell.</summary>
    /// <param name="folder">The folder, which need not exist.</param>
    public static ByteSize? For(string folder)
    {
        var existing = Path.GetFullPath(folder);
        while (!Directory.Exists(existing) && Path.GetDirectoryName(existing) is { } parent) existing = parent;
        try
        {
            // A file system without size, such as /proc, is not full: an attempt to write gives the better error.
            return new DriveInfo(existing) is { TotalSize: > 0 } drive ? new ByteSize(drive.AvailableFreeSpace) : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException or ExternalException)
        {
            Debug.WriteLine(exception);
            return null;
        }
    }
}
