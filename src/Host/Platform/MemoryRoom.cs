using AsyncLoad.Model.Plans;

namespace AsyncLoad.Host.Platform;

/// <summary>The memory that a measured process may take in addition.</summary>
/// <param name="Bytes">Its size in bytes.</param>
/// <param name="Share">The share that it is, such as "35 % of the memory that is free".</param>
internal sealed record MemoryRoom(long Bytes, string Share)
{
    // 32 MiB: buffers of the load and newly compiled code take a few MB, however little is free.
    private const long Least = 32L << 20;

    /// <summary>Reads what is free now to the machine, its control group, or a heap with a hard limit.</summary>
    /// <param name="cell">What is measured.</param>
    /// <param name="alive">Measured processes that are alive at once, this one included: each needs as much.</param>
    public static MemoryRoom Of(Cell cell, int alive)
    {
        if (cell.Gc.HeapHardLimit is { } limit) return new MemoryRoom((long)(limit.Bytes * Cell.MostOfFreeMemory), FormattableString.Invariant($"{Cell.MostOfFreeMemory:P0} of its heapHardLimit"));
        // The collector knows the load of the machine or control group as of its last collection.
        GC.Collect(0, GCCollectionMode.Forced, blocking: true);
        var memory = GC.GetGCMemoryInfo();
        var share = Cell.MostOfFreeMemory / alive;
        return new MemoryRoom(Math.Max(Least, (long)((memory.TotalAvailableMemoryBytes - memory.MemoryLoadBytes) * share)), FormattableString.Invariant($"{share:P0} of the memory that is free"));
    }
}

/// <summary>The size of reachable objects on the managed heap, in bytes.</summary>
internal static class RetainedHeap
{
    /// <summary>Collects all garbage first, including objects that wait for their finalizer. One collection suffices where none waits: each takes tenths of a second on a large heap.</summary>
    public static long Read()
    {
        GC.Collect();
        var collected = GC.GetGCMemoryInfo(GCKind.FullBlocking);
        if (collected.FinalizationPendingCount == 0) return Of(collected);
        PendingFinalizers.Await();
        GC.Collect();
        return ReadCollected();
    }

    /// <summary>The same where all garbage has just been collected. It is what that collection counted: <c>GC.GetTotalMemory</c> is below 0 under server GC, where objects stay pinned in gen0.</summary>
    public static long ReadCollected() => Of(GC.GetGCMemoryInfo(GCKind.FullBlocking));

    /// <summary>What a collection left.</summary>
    public static long Of(GCMemoryInfo collected) => collected.HeapSizeBytes - collected.FragmentedBytes;
}

/// <summary>Memory that this process holds.</summary>
internal static class HeldMemory
{
    /// <summary>The heap after the last collection, plus memory outside the heap. Between collections garbage may count as the latter.</summary>
    public static long Read()
    {
        var memory = GC.GetGCMemoryInfo(GCKind.Any);
        return RetainedHeap.Of(memory) + Math.Max(0, Environment.WorkingSet - memory.TotalCommittedBytes);
    }

    /// <summary>The same after all garbage is collected, including objects that waited for their finalizer.</summary>
    public static long ReadCollected()
    {
        GC.Collect();
        PendingFinalizers.Await();
        GC.Collect();
        return Read();
    }
}

/// <summary>Finalizers that a collection has made ready to run.</summary>
internal static class PendingFinalizers
{
    // A finalizer may wait forever. What it holds then counts as reachable.
    private static readonly TimeSpan Cap = TimeSpan.FromSeconds(1);

    /// <summary>Waits until they have run, for a second at most.</summary>
    public static void Await()
    {
        var waiting = new Thread(GC.WaitForPendingFinalizers) { IsBackground = true };
        waiting.Start();
        waiting.Join(Cap);
    }
}
