namespace AsyncLoad.Tests.Tracing.Nettrace;

/// <summary>An event as a test wants it written.</summary>
/// <param name="At">When, in ticks.</param>
internal sealed record WrittenEvent(long At)
{
    /// <summary>Number of its kind.</summary>
    public int Kind { get; init; } = 1;

    /// <summary>The thread that records it and that it tells of.</summary>
    public long Thread { get; init; } = 100;

    /// <summary>Another thread that it tells of.</summary>
    public long? Subject { get; init; }

    /// <summary>Events of the thread that were lost just before it.</summary>
    public uint LostBefore { get; init; }

    /// <summary>Begin counting again at this number: the thread's number was given to another.</summary>
    public uint? Recount { get; init; }

    public bool Sorted { get; init; }

    public int Stack { get; init; }

    public byte[] Payload { get; init; } = [];
}
