using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Host.Platform;

/// <summary>
/// Binds threads to cores. Only threads: the process keeps its processor count, so the GC and the pool stay as they are.
/// Without it two sides settle on different cores, the largest error of single-threaded loads. Where the system binds no threads, nothing is done.
/// </summary>
internal static class ThreadAffinity
{
    private static readonly CoreOrder Order = CoreOrder.Of(ThisSystem.Processors.Allowed(), Environment.GetEnvironmentVariable(HostRequest.CoreOrder));

    private static int[] allowed = [.. Order.Processors];

    /// <summary>Cores that workers and pool threads may use, the first worker's last: those of the process, except one that is dedicated to a thread; empty when not known.</summary>
    public static IReadOnlyList<int> AllowedCores => allowed;

    /// <summary>Binds the calling thread to the core for worker <paramref name="index"/>.</summary>
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

    /// <summary>Lets a thread of this process, by its number in the kernel, run where so many workers may be: <see cref="CoreOrder.Room"/>.</summary>
    public static void Release(int thread, int workers) =>
        Allow(thread, Order.Room(workers)?.Intersect(allowed).ToArray() is { } room && room.Length >= workers ? room : allowed);

    /// <summary>
    /// Keeps every thread of the process off the siblings of the cores for so many bound workers, while there is a core left over for other threads.
    /// Once per process, before its workers are bound.
    /// </summary>
    public static void KeepOffSiblings(int workers)
    {
        var idle = Order.IdleBeside(workers);
        if (idle.Count == 0) return;
        allowed = [.. allowed.Except(idle)];
        foreach (var (thread, _) in Movable()) Allow(thread, allowed);
    }

    /// <summary>
    /// Gives the first allowed core to the threads of one name and keeps all others of the process to the rest. These are the allowed cores from then on.
    /// Once per process, before its load is made. Does nothing with fewer than two allowed cores.
    /// </summary>
    /// <param name="name">Name of the threads, as the kernel keeps it.</param>
    public static void Dedicate(string name)
    {
        if (AllowedCores.Count < 2) return;
        var own = allowed.Min();
        allowed = [.. allowed.Where(core => core != own)];
        foreach (var (thread, called) in Movable()) Allow(thread, called == name ? [own] : allowed);
    }

    /// <summary>
    /// Keeps every thread of the process off the core for the first worker, including threads that are started later: the runtime
    /// gives a new thread the cores of the process's first one. The owner of the core binds itself after that. Siblings of the core stay idle when
    /// there is another core. Does nothing with fewer than two allowed cores.
    /// </summary>
    public static void KeepOffFirst()
    {
        if (AllowedCores.Count < 2) return;
        var own = CoreOf(0);
        int[] others = [.. AllowedCores.Except(Order.Siblings(own))];
        if (others.Length == 0) others = [.. AllowedCores.Where(core => core != own)];
        foreach (var (thread, _) in Movable()) Allow(thread, others);
    }

    // Server GC binds a thread to each core for collections, in which all other threads stand still: they stay there.
    private static IEnumerable<(int Thread, string Name)> Movable() => ThisSystem.Processors.Threads().Where(thread => thread.Name is not (".NET Server GC" or ".NET BGC"));

    private static int CoreOf(int index) => AllowedCores[AllowedCores.Count - 1 - (index % AllowedCores.Count)];

    // A span: workers are bound within a slice, and nothing may be allocated there.
    private static bool Allow(int thread, ReadOnlySpan<int> cores) => ThisSystem.Processors.Bind(thread, cores);
}

/// <summary>
/// Where the thread pool's threads run. The scheduler's choice differs between slices and between processes, which is the largest error
/// of loads on the pool. On one core, and where the system binds no threads, nothing is done.
/// </summary>
internal sealed class PoolThreadPlacement
{
    // The runtime's name for them, cut to the 15 characters that the kernel keeps.
    private const string Name = ".NET TP Worker";

    private readonly Action<IReadOnlyList<int>> place;
    private int placed;

    private PoolThreadPlacement(Action<IReadOnlyList<int>> place) => this.place = place;

    /// <summary>
    /// One thread on each core while there are no more threads than cores: two that share a core for some ms halve what a slice gets done. More of them
    /// means that some wait, and it is not known which: then none is bound.
    /// </summary>
    public static PoolThreadPlacement OnePerCore() => new(threads =>
    {
        var bind = threads.Count <= ThreadAffinity.AllowedCores.Count;
        for (var index = 0; index < threads.Count; index++)
        {
            if (bind) ThreadAffinity.Bind(threads[index], index);
            else ThreadAffinity.Release(threads[index]);
        }
    });

    /// <summary>All on the core of the first worker, the same core in both sides, when only one of them ever has work.</summary>
    public static PoolThreadPlacement OnOneCore() => new(threads =>
    {
        foreach (var thread in threads) ThreadAffinity.Bind(thread, 0);
    });

    /// <summary>Where the scheduler chooses, among one physical core for each flow when there are enough.</summary>
    public static PoolThreadPlacement Anywhere(int flows) => new(threads =>
    {
        foreach (var thread in threads) ThreadAffinity.Release(thread, flows);
    });

    /// <summary>Binds the current pool threads if their number has changed. Listing them each time would cost more than a held process may use.</summary>
    public void Refresh()
    {
        var threads = ThreadPool.ThreadCount;
        if (threads == placed || ThreadAffinity.AllowedCores.Count < 2) return;
        placed = threads;
        place([.. ThisSystem.Processors.Threads().Where(thread => thread.Name == Name).Select(thread => thread.Thread).Order()]);
    }
}
