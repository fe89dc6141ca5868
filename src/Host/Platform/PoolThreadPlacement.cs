namespace AsyncLoad.Host.Platform;

/// <summary>
/// Where the thread pool's threads run. Left to the scheduler it differs from slice to slice and from process to process, which is the largest error
/// of loads on the pool. Linux only; elsewhere, and on one core, nothing is bound.
/// </summary>
internal sealed class PoolThreadPlacement
{
    // As the runtime names them, in the letters that the kernel keeps.
    private const string Name = ".NET TP Worker";

    private readonly Action<IReadOnlyList<int>> place;
    private int placed;

    private PoolThreadPlacement(Action<IReadOnlyList<int>> place) => this.place = place;

    /// <summary>
    /// One on each core while there are as many as cores or fewer: two that share a core for some ms halve what a slice gets done. More of them
    /// means that some wait, nobody knows which: then none is bound.
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

    /// <summary>All on the core of one worker, where only one of them ever has anything to do: the same core in both sides.</summary>
    /// <param name="worker">Number of that worker.</param>
    public static PoolThreadPlacement OnOneCore(int worker) => new(threads =>
    {
        foreach (var thread in threads) ThreadAffinity.Bind(thread, worker);
    });

    /// <summary>Wherever the scheduler likes.</summary>
    public static PoolThreadPlacement Anywhere() => new(threads =>
    {
        foreach (var thread in threads) ThreadAffinity.Release(thread);
    });

    /// <summary>Binds the pool threads there are, if their number has changed: to look at each costs more than a held process may use.</summary>
    public void Refresh()
    {
        var threads = ThreadPool.ThreadCount;
        if (threads == placed || ThreadAffinity.AllowedCores.Count < 2) return;
        placed = threads;
        place([.. ProcessThreads.All().Where(thread => thread.Name == Name).Select(thread => thread.Thread).Order()]);
    }
}
