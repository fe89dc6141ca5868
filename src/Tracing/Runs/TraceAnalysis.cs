using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Collections;

namespace AsyncLoad.Tracing.Runs;

/// <summary>What the trace of one side says of its measured window.</summary>
/// <param name="EventsLost">Events that the runtime dropped or the reader missed, null where it is not known; anything but 0 makes allocation figures inconclusive.</param>
/// <param name="Truncated">Whether the stream ended before its end.</param>
/// <param name="Window">The measured window, or null when its markers are missing.</param>
/// <param name="Collections">Collections inside the window, in order.</param>
/// <param name="Pauses">Pauses inside the window; null without collections.</param>
/// <param name="Allocations">Bytes by type inside the window, largest first.</param>
/// <param name="AllocatedTotal">All sampled bytes inside the window.</param>
/// <param name="Checks">The trace against the process's own counters.</param>
/// <param name="ThroughputRatio">Traced ÷ untraced operations per second; null when either is missing. Information only.</param>
/// <param name="Stacks">Bytes by type and stack inside the window, largest first; empty without stacks.</param>
/// <param name="Advice">What the async methods of the window allocate and what would remove it; null without stacks.</param>
/// <param name="Problem">What went wrong with reading it, or null.</param>
public sealed record TraceAnalysis(
    string Cell,
    string File,
    long FileBytes,
    long? EventsLost,
    bool Truncated,
    TraceWindow? Window,
    IReadOnlyList<TracedGc> Collections,
    PauseQuantiles? Pauses,
    IReadOnlyList<TypeAllocation> Allocations,
    AllocationEstimate? AllocatedTotal,
    IReadOnlyList<CrossCheck> Checks,
    double? ThroughputRatio,
    IReadOnlyList<StackAllocation> Stacks,
    AdviceReport? Advice,
    string? Problem)
{
    /// <summary>What is said of a trace whose window is missing.</summary>
    public const string NoWindow = "the trace has no measured window";

    /// <summary>What is said of a trace that does not tell how many events were lost.</summary>
    public const string LossUnknown = "the trace's count of lost events is not valid";

    /// <summary>Which events bytes by type rest on: those of runtimes before .NET 10 are biased.</summary>
    public AllocationSource Source { get; init; } = AllocationSource.Sampled;
}

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
