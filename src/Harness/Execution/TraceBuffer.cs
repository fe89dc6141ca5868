using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Harness.Execution;

/// <summary>The size of a session's buffer: a run that lost events is traced once more with twice the size.</summary>
internal static class TraceBuffer
{
    public const int FirstMegabytes = 256;

    /// <summary>The buffer to trace again with; null when the trace is kept as it is.</summary>
    /// <param name="run">A traced run as it ended.</param>
    /// <param name="first">The buffer of its first attempt, MB.</param>
    /// <param name="eventsLost">Asked only where a larger buffer could help.</param>
    public static int? Next(JournalEntry.TracedRun run, int first, Func<string, long?> eventsLost) =>
        run is { Outcome: CellOutcome.Completed, File: { } file } && run.BufferMegabytes < 2 * first && eventsLost(file) > 0 ? 2 * first : null;
}
