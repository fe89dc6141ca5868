using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace AsyncLoad.Harness.Platform;

/// <summary>
/// Keeps the calling thread to some processors while it starts a process, which inherits them with its first instruction.
/// </summary>
[SupportedOSPlatform("linux")]
internal static partial class ThreadCores
{
    // 65,536 processors, more than any kernel supports.
    private const int Words = 1_024;

    /// <summary>Runs <paramref name="start"/> on these processors alone.</summary>
    public static T While<T>(IReadOnlyList<int> processors, Func<T> start)
    {
        Span<ulong> before = stackalloc ulong[Words];
        before.Clear();
        Span<ulong> asked = stackalloc ulong[Words];
        asked.Clear();
        foreach (var number in processors) asked[number / 64] |= 1UL << (number % 64);
        if (GetAffinity(0, Words * sizeof(ulong), before) < 0 || SetAffinity(0, Words * sizeof(ulong), asked) != 0) return start();
        try
        {
            return start();
        }
        finally
        {
            _ = SetAffinity(0, Words * sizeof(ulong), before);
        }
    }

    [LibraryImport("libc", EntryPoint = "sched_setaffinity")]
    private static partial int SetAffinity(int thread, nint size, ReadOnlySpan<ulong> mask);

    [LibraryImport("libc", EntryPoint = "sched_getaffinity")]
    private static partial int GetAffinity(int thread, nint size, Span<ulong> mask);
}
