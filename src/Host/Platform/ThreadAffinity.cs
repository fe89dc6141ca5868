using System.Runtime.InteropServices;

namespace AsyncLoad.Host.Platform;

/// <summary>
/// Binds the calling thread to one core. Only the thread: the process keeps its processor count, so the GC and the pool stay as they are.
/// Without it two arms settle on different cores, the largest error of single-threaded loads. Linux only; elsewhere nothing is bound.
/// </summary>
internal static partial class ThreadAffinity
{
    // 1,024 cores, the kernel's own fixed set size.
    private const int MaskWords = 16;

    /// <summary>Cores that this process may use, ascending; empty where the system does not tell.</summary>
    public static IReadOnlyList<int> AllowedCores { get; } = ReadAllowedCores();

    /// <summary>Binds the calling thread to the core for worker <paramref name="index"/>, the last allowed core first: the first one serves most interrupts.</summary>
    /// <returns>Whether the thread is bound now.</returns>
    public static bool TryPin(int index)
    {
        if (AllowedCores.Count == 0) return false;
        var core = CoreOf(index);
        Span<ulong> mask = stackalloc ulong[MaskWords];
        mask.Clear();
        mask[core / 64] = 1UL << (core % 64);
        return SetAffinity(0, MaskWords * sizeof(ulong), mask) == 0;
    }

    /// <summary>Lets the calling thread run on every allowed core again.</summary>
    public static void Unpin()
    {
        if (AllowedCores.Count > 0) Allow(0, AllowedCores);
    }

    /// <summary>Lets a thread of this process, by its number in the kernel, run on every allowed core but the one for worker <paramref name="index"/>.</summary>
    public static void KeepOff(int thread, int index)
    {
        var taken = CoreOf(index);
        Allow(thread, AllowedCores.Where(core => core != taken));
    }

    /// <summary>Binds a thread of this process, by its number in the kernel, to the core for worker <paramref name="index"/>.</summary>
    public static void Bind(int thread, int index) => Allow(thread, [CoreOf(index)]);

    /// <summary>Lets a thread of this process, by its number in the kernel, run on every allowed core.</summary>
    public static void Release(int thread) => Allow(thread, AllowedCores);

    private static int CoreOf(int index) => AllowedCores[AllowedCores.Count - 1 - (index % AllowedCores.Count)];

    private static void Allow(int thread, IEnumerable<int> cores)
    {
        Span<ulong> mask = stackalloc ulong[MaskWords];
        mask.Clear();
        foreach (var core in cores) mask[core / 64] |= 1UL << (core % 64);
        _ = SetAffinity(thread, MaskWords * sizeof(ulong), mask);
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
