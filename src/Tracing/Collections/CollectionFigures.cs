namespace AsyncLoad.Tracing.Collections;

/// <summary>All collections of a trace.</summary>
/// <param name="Collections">Each, in order; at most <see cref="MostCollections"/>, evenly thinned beyond.</param>
/// <param name="Counts">How many, by generation, reason and kind, most first.</param>
/// <param name="Pauses">All pauses; null without one.</param>
/// <param name="Suspensions">How long it took until all threads stood still, of each pause; null without one.</param>
/// <param name="PauseShare">Share of the recorded time spent in pauses, 0 to 1.</param>
/// <param name="PeakHeapMb">Largest heap after a collection, 10^6 bytes; null when the trace lacks it.</param>
/// <param name="PromotedMb">Bytes that survived collections, summed, 10^6 bytes; null when the trace lacks it.</param>
public sealed record GcDigest(
    IReadOnlyList<TracedGc> Collections,
    IReadOnlyList<GcCount> Counts,
    PauseQuantiles? Pauses,
    PauseQuantiles? Suspensions,
    double PauseShare,
    double? PeakHeapMb,
    double? PromotedMb)
{
    /// <summary>Most collections that are listed one by one.</summary>
    public const int MostCollections = 5_000;
}

/// <summary>How many collections of one sort.</summary>
/// <param name="Generation">0, 1 or 2.</param>
/// <param name="Reason">Why, in the runtime's words.</param>
/// <param name="Kind">Blocking, background, or a blocking one inside a background one.</param>
public sealed record GcCount(int Generation, string Reason, string Kind, int Count, double PauseMs);

/// <summary>One collection.</summary>
/// <param name="Generation">0, 1 or 2.</param>
/// <param name="Reason">Why it happened, in the runtime's words.</param>
/// <param name="Kind">Blocking, background, or a blocking one inside a background one.</param>
/// <param name="StartMs">Start of its pause, ms from the beginning of the trace.</param>
/// <param name="HeapAfterMb">Heap size after it, in units of 10^6 bytes; null when the trace lacks it.</param>
/// <param name="PromotedMb">Bytes that survived it, in units of 10^6 bytes; null when the trace lacks it.</param>
public sealed record TracedGc(
    int Number,
    int Generation,
    string Reason,
    string Kind,
    double StartMs,
    double PauseMs,
    double? HeapAfterMb,
    double? PromotedMb);

/// <summary>Lengths in ms.</summary>
public sealed record PauseQuantiles(int Count, double SumMs, double MedianMs, double P95Ms, double P99Ms, double MaxMs);
