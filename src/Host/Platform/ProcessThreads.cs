using System.Globalization;

namespace AsyncLoad.Host.Platform;

/// <summary>The threads of this process, as the kernel tells them. Linux only.</summary>
internal static class ProcessThreads
{
    /// <summary>Number and name, of which the kernel keeps 15 letters, of every thread that there is; one that ends meanwhile may be missing.</summary>
    public static IEnumerable<(int Thread, string Name)> All()
    {
        foreach (var task in Directory.EnumerateDirectories("/proc/self/task"))
        {
            if (NameOf(task) is { } name && int.TryParse(Path.GetFileName(task), NumberStyles.None, CultureInfo.InvariantCulture, out var thread))
                yield return (thread, name);
        }
    }

    private static string? NameOf(string task)
    {
        try
        {
            return File.ReadAllText(Path.Combine(task, "comm")).TrimEnd('\n');
        }
        catch (IOException)
        {
            // It ended meanwhile.
            return null;
        }
    }
}
