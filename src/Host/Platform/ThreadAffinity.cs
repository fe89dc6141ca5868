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
        var core = AllowedCores[AllowedCores.Count - 1 - (index % AllowedCores.Count)];
        Span<ulong> mask = stackalloc ulong[MaskWords];
        mask.Clear();
        mask[core / 64] = 1UL << (core % 64);
        return SetAffinity(0, MaskWords * sizeof(ulong), mask) == 0;
    }

    /// <summary>Lets the calling thread run on every allowed core again.</summary>
    public static void Unpin()
    {
        if (AllowedCores.Count == 0) return;
        Span<ulong> mask = stackalloc ulong[MaskWords];
        mask.Clear();
        foreach (var core in AllowedCores) mask[core / 64] |= 1UL << (core % 64);
        _ = SetAffinity(0, MaskWords * sizeof(ulong), mask);
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
