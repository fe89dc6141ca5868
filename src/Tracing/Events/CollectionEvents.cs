using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>A collection begins.</summary>
/// <param name="Generation">0, 1 or 2.</param>
/// <param name="Reason">Why, as the runtime numbers it; see <see cref="CollectionWords"/>.</param>
/// <param name="Kind">0 blocking, 1 background, 2 a blocking one inside a background one.</param>
internal readonly record struct CollectionStarted(int Number, int Generation, int Reason, int Kind)
{
    public const int Id = 1;

    private const int Oldest = 2;
    private const int LargestWord = byte.MaxValue;

    /// <summary>Whether the process goes on while it runs.</summary>
    public bool IsBackground => Kind == 1;

    public static CollectionStarted Read(in NettraceEvent traced)
    {
        var fields = traced.Fields(oldest: 1);
        return new CollectionStarted(
            fields.Number(int.MaxValue),
            fields.Number(Oldest),
            fields.Number(LargestWord),
            fields.Number(LargestWord));
    }
}

/// <summary>A collection ends.</summary>
internal readonly record struct CollectionEnded(int Number)
{
    public const int Id = 2;

    public static CollectionEnded Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        return new CollectionEnded(fields.Number(int.MaxValue));
    }
}

/// <summary>The runtime begins to stop all threads. Two events without fields say that they are stopped, and that they run again.</summary>
/// <param name="ForCollection">Whether for a collection: the runtime stops threads for other purposes too, such as an exact allocation count.</param>
internal readonly record struct SuspensionStarted(bool ForCollection)
{
    public const int Id = 9;

    /// <summary>All threads are stopped.</summary>
    public const int EndId = 8;

    /// <summary>The runtime begins to restart them.</summary>
    public const int RestartId = 7;

    private const uint Collection = 1;
    private const uint CollectionPreparation = 6;

    public static SuspensionStarted Read(in NettraceEvent traced) =>
        new(traced.Fields(oldest: 1).UInt32() is Collection or CollectionPreparation);
}
