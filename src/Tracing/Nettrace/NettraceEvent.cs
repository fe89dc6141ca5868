namespace AsyncLoad.Tracing.Nettrace;

/// <summary>Which event it is, as the trace's own metadata describes it.</summary>
/// <param name="Name">Its name; empty for events of the runtime, which have none.</param>
/// <param name="Fields">Names and types of its payload where the trace describes them; empty for events of the runtime.</param>
public sealed record EventKind(string Provider, int Id, int Version, string Name, IReadOnlyList<EventField> Fields);

/// <summary>A field of a payload.</summary>
public sealed record EventField(string Name, TypeCode Type);

/// <summary>One event. Its spans are valid only while the handler runs.</summary>
public readonly ref struct NettraceEvent
{
    public required EventKind Kind { get; init; }

    /// <summary>When, ms from the beginning of the trace.</summary>
    public required double AtMs { get; init; }

    /// <summary>The thread that wrote it, as the system numbers it.</summary>
    public required long ThreadId { get; init; }

    /// <summary>What it carries, little-endian.</summary>
    public required ReadOnlySpan<byte> Payload { get; init; }

    /// <summary>Size of a pointer in the payload: 4 or 8.</summary>
    public int PointerBytes { get; init; }

    /// <summary>Code addresses, innermost first; empty without a stack.</summary>
    public required ReadOnlySpan<ulong> Stack { get; init; }
}

/// <summary>Takes in an event.</summary>
public delegate void NettraceHandler(in NettraceEvent traced);
