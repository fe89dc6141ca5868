using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>Limits of a process that reads a trace.</summary>
/// <param name="Heap">Its managed heap; what the runtime itself needs comes on top.</param>
internal sealed record ReadingLimits(ByteSize Heap, Duration Deadline)
{
    // Low enough for a slow machine: the deadline is for readers that hang.
    private const long SlowestBytesPerSecond = 4 << 20;
    private const long FixedSeconds = 60;

    // The TraceEvent library keeps memory in proportion to the trace, and converts it before it reads.
    private const long LibrarySlowdown = 8;

    /// <summary>Limits for a trace of this size. With what the runtime itself needs, 50 to 70 MB for small traces, the process stays below 600 MB.</summary>
    public static ReadingLimits For(long traceBytes) =>
        new(ByteSize.FromMegabytes(450), Duration.FromSeconds(FixedSeconds + (traceBytes / SlowestBytesPerSecond)));

    /// <summary>Limits where the TraceEvent library reads it.</summary>
    public static ReadingLimits ForLibrary(long traceBytes) =>
        new(ByteSize.FromMegabytes(2_000), Duration.FromSeconds(LibrarySlowdown * (FixedSeconds + (traceBytes / SlowestBytesPerSecond))));
}

/// <summary>How a process that reads a trace ended.</summary>
internal abstract record ReadingEnd
{
    private ReadingEnd()
    {
    }

    /// <summary>It answered.</summary>
    public sealed record Answered(string Text) : ReadingEnd;

    /// <summary>It reports that the file cannot be read.</summary>
    /// <param name="ExitCode">Its exit code, which tells a trace that cannot be read from a file that cannot be written.</param>
    public sealed record Unreadable(string Reason, int ExitCode) : ReadingEnd;

    /// <summary>It needed more memory than it may have.</summary>
    public sealed record OutOfMemory(ByteSize Heap, long BytesRead) : ReadingEnd;

    /// <summary>It was not done in time, and was killed.</summary>
    public sealed record TimedOut(Duration Deadline, long BytesRead) : ReadingEnd;

    /// <summary>It died.</summary>
    public sealed record Crashed(int ExitCode, string? Signal, long BytesRead, string StandardError) : ReadingEnd;
}
