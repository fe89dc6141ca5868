using System.Globalization;
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

/// <summary>The heap after a collection.</summary>
/// <param name="HeapBytes">All generations, large and pinned objects among them.</param>
/// <param name="PromotedBytes">What survived.</param>
internal readonly record struct HeapMeasured(long HeapBytes, long PromotedBytes)
{
    public const int Id = 4;

    // Three generations and large objects; then finalization, pinned objects, sync blocks, handles and the runtime's instance.
    private const int Generations = 4;
    private const int BytesBetween = (2 * sizeof(long)) + (3 * sizeof(int)) + sizeof(short);
    private const int WithPinnedHeap = 2;

    public static HeapMeasured Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        var (heap, promoted) = (0L, 0L);
        for (var generation = 0; generation < Generations; generation++)
        {
            heap += fields.ByteCount();
            promoted += fields.ByteCount();
        }

        if (traced.Kind.Version < WithPinnedHeap) return new HeapMeasured(heap, promoted);
        fields.Skip(BytesBetween);
        return new HeapMeasured(heap + fields.ByteCount(), promoted + fields.ByteCount());
    }
}

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

/// <summary>Words for numbers in the events of collections. A number without a word stands for itself.</summary>
internal static class CollectionWords
{
    // Numbers from the runtime's gcinterface.h and gc.h (gc_reason).
    private static readonly string[] Reasons =
    [
        "AllocSmall",
        "Induced",
        "LowMemory",
        "Empty",
        "AllocLarge",
        "OutOfSpaceSOH",
        "OutOfSpaceLOH",
        "InducedNotForced",
        "Internal",
        "InducedLowMemory",
        "InducedCompacting",
        "LowMemoryHost",
        "PMFullGC",
        "LowMemoryHostBlocking",
        "BgcTuningSmall",
        "BgcTuningLarge",
        "BgcStepping",
        "InducedAggressive",
    ];

    private static readonly string[] Kinds = ["blocking", "background", "blocking inside background"];

    /// <summary>Why a collection happened.</summary>
    public static string Reason(int number) => Word(Reasons, number);

    public static string Kind(int number) => Word(Kinds, number);

    private static string Word(string[] words, int number) =>
        number >= 0 && number < words.Length ? words[number] : number.ToString(CultureInfo.InvariantCulture);
}
