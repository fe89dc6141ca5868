using System.Runtime.InteropServices;

namespace AsyncLoad.Host.Platform;

/// <summary>
/// Binds threads to cores. Only threads: the process keeps its processor count, so the GC and the pool stay as they are.
/// Without it two sides settle on different cores, the largest error of single-threaded loads. Linux only; elsewhere nothing is bound.
/// </summary>
internal static partial class ThreadAffinity
{
    // 1,024 cores, the kernel's own fixed set size.
    private const int MaskWords = 16;

    private static int[] allowed = [.. ReadAllowedCores()];

    /// <summary>Cores that workers and pool threads may use, ascending: those of the process, without one that a thread has to itself; empty where the system does not tell.</summary>
    public static IReadOnlyList<int> AllowedCores => allowed;

    /// <summary>Binds the calling thread to the core for worker <paramref name="index"/>, the last allowed core first: the first one serves most interrupts.</summary>
    /// <returns>Whether the thread is bound now.</returns>
    public static bool TryPin(int index)
    {
        if (AllowedCores.Count == 0) return false;
        return Allow(0, [CoreOf(index)]);
    }

    /// <summary>Lets the calling thread run on every allowed core again.</summary>
    public static void Unpin()
    {
        if (allowed.Length > 0) Allow(0, allowed);
    }

    /// <summary>Binds a thread of this process, by its number in the kernel, to the core for worker <paramref name="index"/>.</summary>
    public static void Bind(int thread, int index) => Allow(thread, [CoreOf(index)]);

    /// <summary>Lets a thread of this process, by its number in the kernel, run on every allowed core.</summary>
    public static void Release(int thread) => Allow(thread, allowed);

    /// <summary>
    /// Gives the first allowed core to the threads of one name and keeps all others of the process to the rest, which are the allowed ones from then on.
    /// Once a process, before its load is made; nothing with fewer than two allowed cores.
    /// </summary>
    /// <param name="name">Name of the threads, as the kernel keeps it.</param>
    public static void Dedicate(string name)
    {
        if (AllowedCores.Count < 2) return;
        var own = AllowedCores[0];
        allowed = allowed[1..];
        foreach (var (thread, called) in Movable()) Allow(thread, called == name ? [own] : allowed);
    }

    /// <summary>
    /// Keeps every thread of the process off the core for worker <paramref name="index"/>, those that are started later too: the runtime gives a new
    /// thread the cores of the process's first one. Who owns the core binds itself after that. Nothing with fewer than two allowed cores.
    /// </summary>
    public static void KeepOff(int index)
    {
        if (AllowedCores.Count < 2) return;
        int[] others = [.. AllowedCores.Where(core => core != CoreOf(index))];
        foreach (var (thread, _) in Movable()) Allow(thread, others);
    }

    // Server GC binds a thread to each core for collections, in which everybody else stands still: they stay there.
    private static IEnumerable<(int Thread, string Name)> Movable() => ProcessThreads.All().Where(thread => thread.Name is not (".NET Server GC" or ".NET BGC"));

    private static int CoreOf(int index) => AllowedCores[AllowedCores.Count - 1 - (index % AllowedCores.Count)];

    // A span: workers are bound within a slice, and nothing may be allocated there.
    /// <returns>Whether the thread is there and has these cores now.</returns>
    private static bool Allow(int thread, ReadOnlySpan<int> cores)
    {
        Span<ulong> mask = stackalloc ulong[MaskWords];
        mask.Clear();
        foreach (var core in cores) mask[core / 64] |= 1UL << (core % 64);
        return SetAffinity(thread, MaskWords * sizeof(ulong), mask) == 0;
    }

    private static List<int> ReadAllowedCores()
    {
        if (!OperatingSystem.IsLinux()) return [];
        Span<ulong> mask = stackalloc ulong[MaskWords];
        mask.Clear();
        if (GetAffinity(0, MaskWords * sizeof(ulong), mask) < 0) return [];
        var cores = new List<int>();
        for (var core = 0; core < MaskWords * 64; core++)
        {
            if ((mask[core / 64] & (1UL << (core % 64))) != 0) cores.Add(core);
        }

        return cores;
    }

    [LibraryImport("libc", EntryPoint = "sched_setaffinity")]
    private static partial int SetAffinity(int thread, nint size, ReadOnlySpan<ulong> mask);

    [LibraryImport("libc", EntryPoint = "sched_getaffinity")]
    private static partial int GetAffinity(int thread, nint size, Span<ulong> mask);
}
