using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace AsyncLoad.Host.Platform;

/// <summary>The processors of this system, and which of them threads run on.</summary>
internal interface IProcessors
{
    /// <summary>Why threads are not bound to processors here, for a report; null where they are.</summary>
    string? Unbound { get; }

    /// <summary>Numbers of those that the calling thread may use, ascending; none where the system does not report them.</summary>
    IReadOnlyList<int> Allowed();

    /// <summary>Keeps a thread of this process to some processors. Allocates nothing.</summary>
    /// <param name="thread">Its number in the system; 0 for the calling thread.</param>
    /// <returns>Whether the thread is there and has these processors now.</returns>
    bool Bind(int thread, ReadOnlySpan<int> processors);

    /// <summary>Number and name, cut to 15 characters, of every thread of this process; one that ends meanwhile may be missing.</summary>
    IEnumerable<(int Thread, string Name)> Threads();
}

/// <summary>For systems that cannot bind threads: macOS takes an affinity as a hint, and chooses the kind of core by a thread's quality of service.</summary>
internal sealed class PortableProcessors : IProcessors
{
    public string? Unbound => "this system binds no thread to a processor";

    public IReadOnlyList<int> Allowed() => [];

    public bool Bind(int thread, ReadOnlySpan<int> processors) => false;

    public IEnumerable<(int Thread, string Name)> Threads() => [];
}

/// <summary>Uses <c>sched_setaffinity(2)</c> and <c>/proc/self/task</c>.</summary>
[SupportedOSPlatform("linux")]
internal sealed partial class LinuxProcessors : IProcessors
{
    // 65,536 processors, more than any kernel supports.
    private const int MaskWords = 1_024;

    // A container or service may be kept from this call. The calling thread gets the processors that it has.
    public string? Unbound => Allowed() is { Count: > 0 } own && Bind(0, [.. own]) ? null : "this system refuses to bind threads to processors";

    public IReadOnlyList<int> Allowed()
    {
        Span<ulong> mask = stackalloc ulong[MaskWords];
        mask.Clear();
        if (GetAffinity(0, MaskWords * sizeof(ulong), mask) < 0) return [];
        var processors = new List<int>();
        for (var number = 0; number < MaskWords * 64; number++)
        {
            if ((mask[number / 64] & (1UL << (number % 64))) != 0) processors.Add(number);
        }

        return processors;
    }

    // The mask is no longer than needed: the kernel reads the rest as zeros, and clearing takes time within a slice.
    public bool Bind(int thread, ReadOnlySpan<int> processors)
    {
        var highest = 0;
        foreach (var number in processors) highest = Math.Max(highest, number);
        var words = (highest / 64) + 1;
        Span<ulong> mask = stackalloc ulong[words];
        mask.Clear();
        foreach (var number in processors) mask[number / 64] |= 1UL << (number % 64);
        return SetAffinity(thread, words * sizeof(ulong), mask) == 0;
    }

    public IEnumerable<(int Thread, string Name)> Threads()
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

    [LibraryImport("libc", EntryPoint = "sched_setaffinity")]
    private static partial int SetAffinity(int thread, nint size, ReadOnlySpan<ulong> mask);

    [LibraryImport("libc", EntryPoint = "sched_getaffinity")]
    private static partial int GetAffinity(int thread, nint size, Span<ulong> mask);
}
