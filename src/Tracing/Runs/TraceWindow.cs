namespace AsyncLoad.Tracing.Runs;

/// <summary>The measured window between the phase events, with the process's own counters across it.</summary>
/// <param name="StartMs">Start, ms from the beginning of the trace.</param>
/// <param name="StopMs">Stop, ms from the beginning of the trace.</param>
/// <param name="AllocatedBytes">Bytes allocated, by the exact counter.</param>
/// <param name="PauseMs">Pauses, by the runtime's own sum.</param>
/// <param name="PressureBytes">The part of the bytes that the pressurer allocated.</param>
/// <param name="Suspensions">Operations that were not complete when they returned; null in traces of versions that did not count them.</param>
public sealed record TraceWindow(
    double StartMs,
    double StopMs,
    long Operations,
    long AllocatedBytes,
    double PauseMs,
    long PressureBytes,
    long? Suspensions);
