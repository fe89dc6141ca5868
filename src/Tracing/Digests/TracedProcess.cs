using System.Globalization;
using System.Text.Json.Serialization;

namespace AsyncLoad.Tracing.Digests;

/// <summary>The traced process.</summary>
/// <param name="CommandLine">Its command line; null when the trace does not state it.</param>
/// <param name="Runtime">Version of the runtime, such as 10.0.12; null when the trace does not state it.</param>
/// <param name="ServerGc">GC mode; null when the trace does not state it, as before .NET 6.</param>
/// <param name="ConcurrentGc">Background collections allowed; null when the trace does not state it.</param>
/// <param name="Processors">How many it may use; null when the trace does not state it.</param>
/// <param name="StartedUtc">When the session began; null when the trace holds no possible time.</param>
/// <param name="DurationMs">How long it was recorded: from the beginning of the session to its end, or to the last event where the trace was cut.</param>
public sealed record TracedProcess(
    int ProcessId, string? CommandLine, string? Runtime, bool? ServerGc, bool? ConcurrentGc, int? Processors, DateTimeOffset? StartedUtc, double DurationMs)
{
    /// <summary>Major version of the runtime, such as 10; null when the trace does not state it.</summary>
    [JsonIgnore]
    public int? Major => int.TryParse(Runtime?.Split('.')[0], NumberStyles.None, CultureInfo.InvariantCulture, out var major) ? major : null;

    /// <summary>Whether it is a NativeAOT program, whose traces name neither types nor methods.</summary>
    public bool NativeAot { get; init; }
}
