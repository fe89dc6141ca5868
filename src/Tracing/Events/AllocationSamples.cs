using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>An object that the randomised sampler drew (.NET 10).</summary>
internal readonly ref struct AllocationSampled(ReadOnlySpan<char> type, long objectBytes)
{
    public const int Id = 303;

    /// <summary>Its type as the runtime wrote it; empty where it does not tell. Valid while the event is.</summary>
    public ReadOnlySpan<char> Type { get; } = type;

    public long ObjectBytes { get; } = objectBytes;

    public static AllocationSampled Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        // The kind of heap and the runtime's instance.
        fields.Skip(sizeof(int) + sizeof(short));
        fields.Pointer();
        var type = fields.Characters();
        fields.Pointer();
        return new AllocationSampled(type, fields.ByteCount());
    }
}

/// <summary>About 100 KB were allocated since the last event of this kind; it names the last object.</summary>
internal readonly ref struct AllocationTicked(long amount, ReadOnlySpan<char> type, long? objectBytes)
{
    public const int Id = 10;

    private const int WithType = 2;
    private const int WithAddress = 3;
    private const int WithSize = 4;

    /// <summary>Bytes since the last such event.</summary>
    public long Amount { get; } = amount;

    /// <summary>Type of the last object as the runtime wrote it. Valid while the event is.</summary>
    public ReadOnlySpan<char> Type { get; } = type;

    /// <summary>Size of the last object; null before .NET 6, which does not tell.</summary>
    public long? ObjectBytes { get; } = objectBytes;

    /// <summary>Whether such an event tells the size of its object.</summary>
    public static bool HasSize(in NettraceEvent traced) => traced.Kind.Version >= WithSize;

    public static AllocationTicked Read(in NettraceEvent traced)
    {
        var fields = traced.Fields(WithType);
        // The amount in 32 bits, the kind of heap, the runtime's instance; behind the amount a number of the type, behind its name one of the heap.
        fields.Skip(sizeof(int) + sizeof(int) + sizeof(short));
        var amount = fields.ByteCount();
        fields.Pointer();
        var type = fields.Characters();
        fields.Skip(sizeof(int));
        if (traced.Kind.Version >= WithAddress) fields.Pointer();
        return new AllocationTicked(amount, type, HasSize(traced) ? fields.ByteCount() : null);
    }
}
