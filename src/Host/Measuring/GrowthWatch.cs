using System.Globalization;
using AsyncLoad.Host.Platform;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Measuring;

/// <summary>
/// Checks whether the memory of this process grows with its operations: ten times per second of open slice barrier, in slices and between them. It reports while there is room left:
/// the kernel kills a process that runs out of memory without a message.
/// </summary>
/// <param name="room">How much it may grow.</param>
/// <param name="progress">Operations so far, and how long the slice barrier was open for them.</param>
/// <param name="held">Memory that is held; garbage may be in it.</param>
/// <param name="collected">The same after all garbage is collected.</param>
internal sealed class GrowthWatch(MemoryRoom room, Func<(long Operations, TimeSpan Open)> progress, Func<long> held, Func<long> collected)
{
    /// <summary>Time in slices between two checks. At 2 GB/s, memory grows by 200 MB in it.</summary>
    public static readonly TimeSpan Step = TimeSpan.FromMilliseconds(100);

    // Garbage varies between checks, and each check above the bar costs a full collection.
    private const double GarbageRoom = 1.25;

    private readonly long before = held();
    private long bar = room.Bytes;

    /// <summary>Watches this process.</summary>
    public static GrowthWatch OfProcess(MemoryRoom room, Func<(long Operations, TimeSpan Open)> progress) => new(room, progress, HeldMemory.Read, HeldMemory.ReadCollected);

    /// <summary>What grows and how fast; null while there is room.</summary>
    public string? Find()
    {
        var seen = held() - before;
        if (seen < bar) return null;
        // A heap may only be waiting for its next collection.
        var grown = collected() - before;
        if (grown >= room.Bytes) return Sentence(grown);
        bar = room.Bytes + (long)(GarbageRoom * Math.Max(0, seen - grown));
        return null;
    }

    private string Sentence(long grown)
    {
        var (operations, open) = progress();
        return string.Create(
            CultureInfo.InvariantCulture,
            $"memory grows with every operation: {new MeasuredSize(grown)} more after {operations:N0} operations, which is {grown / (double)Math.Max(1, operations):N0} B per operation and {new MeasuredSize(grown / open.TotalSeconds)} per second; it may take {new MeasuredSize(room.Bytes)} more ({room.Share}). Something keeps what each operation makes, such as a static list, a cache without a limit or an event handler: remove it in the operation, or limit it");
    }
}
