using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>The runtime begins to stop all threads. That they stand, and that they go again, is told by events without fields.</summary>
/// <param name="ForCollection">Whether for a collection: the runtime stops threads for other ends too, such as an exact allocation count.</param>
internal readonly record struct SuspensionStarted(bool ForCollection)
{
    public const int Id = 9;

    /// <summary>All threads stand.</summary>
    public const int EndId = 8;

    /// <summary>The runtime begins to let them go.</summary>
    public const int RestartId = 7;

    private const uint Collection = 1;
    private const uint CollectionPreparation = 6;

    public static SuspensionStarted Read(in NettraceEvent traced) =>
        new(traced.Fields(oldest: 1).UInt32() is Collection or CollectionPreparation);
}
