using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>An object that the randomised sampler drew (.NET 10).</summary>
internal readonly ref struct AllocationSampled(ReadOnlySpan<char> type, long objectBytes)
{
    public const int Id = 303;

    /// <summary>Its type as the runtime wrote it; empty where it is not recorded. Valid while the event is.</summary>
    public ReadOnlySpan<char> Type { get; } = type;

    public long ObjectBytes { get; } = objectBytes;

    public static AllocationSampled Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        // The kind of heap and the runtime's instance.
        fields.Skip(sizeof(int) + sizeof(short));
        fields.Pointer();
        var type = TypeName.Told(fields.Characters());
        fields.Pointer();
        return new AllocationSampled(type, fields.ByteCount());
    }
}

/// <summary>Names of types in events of allocation.</summary>
internal static class TypeName
{
    // The runtime writes this word for a text that it does not have: NativeAOT has no names of types.
    private const string Untold = "NULL";

    /// <summary>The name; empty where the runtime does not state it.</summary>
    public static ReadOnlySpan<char> Told(ReadOnlySpan<char> written) => written.SequenceEqual(Untold) ? [] : written;
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

    /// <summary>Size of the last object in bytes; null before .NET 6, which does not record it.</summary>
    public long? ObjectBytes { get; } = objectBytes;

    public static AllocationTicked Read(in NettraceEvent traced)
    {
        var fields = traced.Fields(WithType);
        // Skipped: the amount in 32 bits, the kind of heap, the runtime's instance. Later: an id of the type after the amount, a heap number after the name.
        fields.Skip(sizeof(int) + sizeof(int) + sizeof(short));
        var amount = fields.ByteCount();
        fields.Pointer();
        var type = TypeName.Told(fields.Characters());
        fields.Skip(sizeof(int));
        if (traced.Kind.Version >= WithAddress) fields.Pointer();
        return new AllocationTicked(amount, type, traced.Kind.Version >= WithSize ? fields.ByteCount() : null);
    }
}
