namespace AsyncLoad.Tracing.Nettrace;

/// <summary>What a trace says of itself, and how reading it ended.</summary>
/// <param name="Ending">How it ended.</param>
/// <param name="Bytes">Bytes read.</param>
/// <param name="Events">Events read, of any kind.</param>
/// <param name="EventsLost">Events that the runtime dropped, by gaps in sequence numbers; null where the gaps make no sense.</param>
/// <param name="Header">The trace's own header; null when not even that could be read.</param>
public sealed record NettraceSummary(NettraceEnding Ending, long Bytes, long Events, long? EventsLost, NettraceHeader? Header);

/// <summary>The header of a trace.</summary>
/// <param name="FormatVersion">Version of the format: 4 or 5.</param>
/// <param name="StartedUtc">When the session began; null where the trace holds no possible time.</param>
/// <param name="PointerBytes">4 or 8.</param>
/// <param name="ProcessId">The traced process.</param>
/// <param name="Processors">Processors that it saw.</param>
/// <param name="DurationMs">From the beginning to the last event.</param>
public sealed record NettraceHeader(int FormatVersion, DateTimeOffset? StartedUtc, int PointerBytes, int ProcessId, int Processors, double DurationMs);

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

    /// <summary>Something cannot be.</summary>
    /// <param name="Offset">Where, bytes from the beginning of the file.</param>
    /// <param name="Message">What was found, and what was expected.</param>
    public sealed record Damaged(long Offset, string Message) : NettraceEnding;

    /// <summary>It is no trace that can be read: another file, or another version of the format.</summary>
    /// <param name="Message">What it is, and what was expected.</param>
    public sealed record Foreign(string Message) : NettraceEnding;
}
