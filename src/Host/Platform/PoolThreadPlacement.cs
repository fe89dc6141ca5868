using System.Globalization;

namespace AsyncLoad.Host.Platform;

/// <summary>
/// Keeps the thread pool's threads off the core of a worker that blocks. A pool thread that the blocked worker had started would inherit its one core,
/// and where it runs decides whether a pooled box is found again (docs/pooling.md): left to the scheduler, a process hits always or never.
/// Linux only; elsewhere, and on one core, nothing is bound.
/// </summary>
/// <param name="worker">Number of the worker whose core they leave alone.</param>
internal sealed class PoolThreadPlacement(int worker)
{
    // As the runtime names them; the kernel keeps 15 letters.
    private const string Name = ".NET TP Worker";

    private int bound;

    /// <summary>Binds the pool threads there are, if their number has changed: to look at each costs more than a held process may use.</summary>
    public void Refresh()
    {
        var threads = ThreadPool.ThreadCount;
        if (threads == bound || ThreadAffinity.AllowedCores.Count < 2) return;
        bound = threads;
        foreach (var task in Directory.EnumerateDirectories("/proc/self/task"))
        {
            if (NameOf(task) == Name && int.TryParse(Path.GetFileName(task), NumberStyles.None, CultureInfo.InvariantCulture, out var thread))
                ThreadAffinity.KeepOff(thread, worker);
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
