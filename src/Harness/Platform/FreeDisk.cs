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
            return new ByteSize(new DriveInfo(existing).AvailableFreeSpace);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException or ExternalException)
        {
            Debug.WriteLine(exception);
            return null;
        }
    }
}
