namespace AsyncLoad.Tracing.Nettrace;

/// <summary>Reading a trace ends here. Never leaves <see cref="NettraceReader"/>.</summary>
internal sealed class UnreadableTraceException(NettraceEnding ending) : Exception
{
    public NettraceEnding Ending => ending;

    /// <summary>The file is damaged.</summary>
    /// <param name="offset">Where, bytes from the beginning of the file.</param>
    public static UnreadableTraceException Damaged(long offset, string message) => new(new NettraceEnding.Damaged(offset, message));

    /// <summary>It is not a trace that this reader reads.</summary>
    /// <param name="forLibrary">Name of its format where the TraceEvent library reads it.</param>
    public static UnreadableTraceException Foreign(string message, string? forLibrary = null) => new(new NettraceEnding.Foreign(message, forLibrary));

    /// <summary>The stream ends before its end mark.</summary>
    public static UnreadableTraceException Early() => new(new NettraceEnding.Early());
}
