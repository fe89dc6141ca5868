namespace AsyncLoad.Tracing.Nettrace;

/// <summary>What a trace says of itself, and how reading it ended.</summary>
/// <param name="EventsLost">Events that the runtime dropped, by gaps in sequence numbers; null where the numbers are not valid.</param>
/// <param name="Header">The trace's own header; null when not even that could be read.</param>
public sealed record NettraceSummary(NettraceEnding Ending, long Bytes, long Events, long? EventsLost, NettraceHeader? Header)
{
    /// <summary>Other .NET processes in the same trace, whose events were skipped.</summary>
    public int OtherProcesses { get; init; }
}

/// <summary>The header of a trace.</summary>
/// <param name="Format">Name and version of the format, such as <c>nettrace 4</c>.</param>
/// <param name="StartedUtc">When the session began; null where the trace holds no possible time.</param>
/// <param name="PointerBytes">4 or 8.</param>
/// <param name="DurationMs">From the beginning to the last event.</param>
public sealed record NettraceHeader(string Format, DateTimeOffset? StartedUtc, int PointerBytes, int ProcessId, int Processors, double DurationMs);

/// <summary>How reading a trace ended. A closed set.</summary>
public abstract record NettraceEnding
{
    private NettraceEnding()
    {
    }

    /// <summary>At its end mark.</summary>
    public sealed record Whole : NettraceEnding;

    /// <summary>The file ends before its end mark: the process died, or the file was cut.</summary>
    public sealed record Early : NettraceEnding;

    /// <summary>The file is damaged.</summary>
    /// <param name="Offset">Where, bytes from the beginning of the file; null where the reader does not know.</param>
    public sealed record Damaged(long? Offset, string Message) : NettraceEnding
    {
        public string Place => Offset is { } offset ? $"at byte {offset}: {Message}" : Message;
    }

    /// <summary>This reader does not read it: it is another kind of file, or another version of the format.</summary>
    /// <param name="ForLibrary">Name of its format where the TraceEvent library reads it, such as <c>nettrace 6</c>; null where that does not.</param>
    public sealed record Foreign(string Message, string? ForLibrary = null) : NettraceEnding;
}
