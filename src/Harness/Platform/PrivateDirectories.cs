using System.Diagnostics;

namespace AsyncLoad.Harness.Platform;

/// <summary>
/// The <see cref="PrivateDirectory"/> of other processes of this program and user. Others' directories and whatever only looks like one are left alone.
/// </summary>
internal static class PrivateDirectories
{
    // Links are not followed: neither here nor by Directory.Delete.
    private static readonly EnumerationOptions Direct = new() { AttributesToSkip = FileAttributes.ReparsePoint, IgnoreInaccessible = true };

    /// <summary>Whether another process lives that has one in this folder.</summary>
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

    /// <summary>Removes what killed processes left in this folder.</summary>
    public static void RemoveAbandoned(string parent)
    {
        foreach (var (path, process) in In(parent))
        {
            // Both are asked: a lock means nothing on a file system without locks, a number nothing to processes in another container.
            if (Lives(process)) continue;
            using var guard = TryLock(path);
            if (guard is null) continue;
            if (OperatingSystem.IsWindows()) guard.Dispose();
            TryRemove(path);
        }
    }

    private static IEnumerable<(string Path, int Process)> In(string parent) =>
        from path in Directory.EnumerateDirectories(parent, PrivateDirectoryName.Pattern, Direct)
        let process = PrivateDirectoryName.Process(Path.GetFileName(path))
        where process is not null && FileOwner.IsPrivateDirectoryOfThisUser(path)
        select (path, process.Value);

    // Null: it is held, or it is just coming or going.
    private static FileStream? TryLock(string directory)
    {
        try
        {
            return PrivateDirectoryName.Lock(directory, FileMode.Open);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Debug.WriteLine(exception);
            return null;
        }
    }

    // What cannot be removed is left to the next one: it disturbs nobody.
    private static void TryRemove(string directory)
    {
        try
        {
            Directory.Delete(directory, recursive: true);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Debug.WriteLine(exception);
        }
    }

    private static bool Lives(int process)
    {
        try
        {
            using var found = Process.GetProcessById(process);
            return true;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }
}
