using System.Diagnostics.Tracing;

namespace AsyncLoad.Host.Measuring;

/// <summary>
/// Marks the edges of a measured window in a trace, with the process's own counters as payload. There are two events per traced run, and none per operation.
/// Without keywords, so a session must ask for keywords −1; readers match on the event id, since names show as <c>Phase/Start</c>.
/// </summary>
[EventSource(Name = ProviderName)]
internal sealed class PhaseEvents : EventSource
{
    public const string ProviderName = "AsyncLoad-Phases";

    public static readonly PhaseEvents Log = new();

    /// <param name="name">Name of the phase; the measured window is <c>measured</c>.</param>
    /// <param name="operations">Operations finished so far, all workers.</param>
    /// <param name="timestamp"><c>Stopwatch.GetTimestamp()</c> at the edge.</param>
    /// <param name="allocatedBytes"><c>GC.GetTotalAllocatedBytes(true)</c> at the edge.</param>
    /// <param name="pauseNanoseconds"><c>GC.GetTotalPauseDuration()</c> at the edge, in ns.</param>
    /// <param name="pressureBytes">Bytes that the pressurer has allocated so far.</param>
    /// <param name="suspensions">Operations so far that were not complete when they returned.</param>
    [Event(1)]
    public void PhaseStart(string name, long operations, long timestamp, long allocatedBytes, long pauseNanoseconds, long pressureBytes, long suspensions) =>
        WriteEvent(1, name, operations, timestamp, allocatedBytes, pauseNanoseconds, pressureBytes, suspensions);

    /// <inheritdoc cref="PhaseStart"/>
    [Event(2)]
    public void PhaseStop(string name, long operations, long timestamp, long allocatedBytes, long pauseNanoseconds, long pressureBytes, long suspensions) =>
        WriteEvent(2, name, operations, timestamp, allocatedBytes, pauseNanoseconds, pressureBytes, suspensions);
}
