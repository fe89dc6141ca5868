using System.Globalization;

namespace AsyncLoad.Host.Platform;

/// <summary>
/// Keeps the thread pool's threads off the core of a worker that blocks. A pool thread that the blocked worker had started would inherit its one core,
/// and where it runs decides whether a pooled box is found again (docs/pooling.md): left to the scheduler, a process hits always or never.
/// Linux only; elsewhere, and on one core, nothing is bound.
/// </summary>
internal static class PoolThreadPlacement
{
    // As the runtime names them; the kernel keeps 15 letters.
    private const string Name = ".NET TP Worker";

    /// <summary>Binds the pool threads there are to all allowed cores but the one for worker <paramref name="index"/>.</summary>
    public static void KeepOff(int index)
    {
        if (ThreadAffinity.AllowedCores.Count < 2) return;
        foreach (var task in Directory.EnumerateDirectories("/proc/self/task"))
        {
            if (NameOf(task) == Name && int.TryParse(Path.GetFileName(task), NumberStyles.None, CultureInfo.InvariantCulture, out var thread))
                ThreadAffinity.KeepOff(thread, index);
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
