using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

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
