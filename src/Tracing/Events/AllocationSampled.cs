using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>An object that the randomised sampler drew (.NET 10).</summary>
internal readonly ref struct AllocationSampled(ReadOnlySpan<char> type, long objectBytes)
{
    public const int Id = 303;

    /// <summary>Its type as the runtime wrote it; empty where it does not tell. Valid while the event is.</summary>
    public ReadOnlySpan<char> Type { get; } = type;

    /// <summary>Its size.</summary>
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
