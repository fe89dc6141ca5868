using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>An edge of a phase of a run, with the process's own counters at that moment.</summary>
/// <param name="Counters">Its counters; null where one of them is missing.</param>
internal sealed record PhaseMarked(string Name, PhaseCounters? Counters)
{
    // Matched by number: the names of these events show as "Phase/Start" and "Phase/Stop".
    public const int StartId = 1;
    public const int StopId = 2;

    /// <summary>The edge; null when the event has no name.</summary>
    public static PhaseMarked? Read(in NettraceEvent traced)
    {
        var fields = NamedFields.Read(traced);
        return fields.GetValueOrDefault("name") is string name ? new PhaseMarked(name, CountersOf(fields)) : null;
    }

    private static PhaseCounters? CountersOf(IReadOnlyDictionary<string, object> fields) =>
        fields.GetValueOrDefault("operations") is long operations
        && fields.GetValueOrDefault("allocatedBytes") is long allocated
        && fields.GetValueOrDefault("pauseNanoseconds") is long pause
        && fields.GetValueOrDefault("pressureBytes") is long pressure
            ? new PhaseCounters(operations, allocated, pause, pressure, fields.GetValueOrDefault("suspensions") as long?)
            : null;
}

/// <summary>Counters of a measured process.</summary>
/// <param name="AllocatedBytes">Bytes allocated so far, by the exact counter.</param>
/// <param name="PauseNanoseconds">Pauses so far, by the runtime's own sum.</param>
/// <param name="PressureBytes">The part of the bytes that the pressurer allocated.</param>
/// <param name="Suspensions">Operations that were not complete when they returned; null in traces of versions that did not count them.</param>
internal sealed record PhaseCounters(long Operations, long AllocatedBytes, long PauseNanoseconds, long PressureBytes, long? Suspensions);
