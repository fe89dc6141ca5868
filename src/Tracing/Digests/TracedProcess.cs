namespace AsyncLoad.Tracing.Digests;

/// <summary>The traced process.</summary>
/// <param name="CommandLine">Its command line; null when the trace does not tell.</param>
/// <param name="Runtime">Version of the runtime, such as 10.0.12; null when the trace does not tell.</param>
/// <param name="ServerGc">GC mode; null when the trace does not tell.</param>
/// <param name="ConcurrentGc">Background collections allowed; null when the trace does not tell.</param>
/// <param name="StartedUtc">When the session began; null when the trace holds no possible time.</param>
/// <param name="DurationMs">How long it was recorded: from the beginning of the session to its rundown, or to the last event where there is none.</param>
public sealed record TracedProcess(
    int ProcessId, string? CommandLine, string? Runtime, bool? ServerGc, bool? ConcurrentGc, int Processors, DateTimeOffset? StartedUtc, double DurationMs);
