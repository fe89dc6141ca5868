namespace AsyncLoad.Model.Results;

/// <summary>What one side's trace holds of its measured window. Null members are named in <paramref name="Missing"/>.</summary>
/// <param name="File">Path inside the run folder.</param>
/// <param name="EventsLost">Number of events that the runtime dropped; anything but 0 makes allocation figures inconclusive.</param>
/// <param name="Truncated">Whether the stream ended early.</param>
/// <param name="Operations">Operations finished inside the window.</param>
/// <param name="PausesMs">GC pauses that began inside the window.</param>
/// <param name="AllocatedBytes">All sampled bytes.</param>
/// <param name="Types">Sampled bytes by type, largest first, at most 50.</param>
/// <param name="Checks">Figures of the trace compared with the process's own counters.</param>
/// <param name="Advice">Advice on what async methods allocate, largest first.</param>
/// <param name="Missing">For each member that is null, why.</param>
public sealed record TraceResult(
    string File,
    long? EventsLost,
    bool Truncated,
    long? Operations,
    TracedPausesResult? PausesMs,
    TracedBytesResult? AllocatedBytes,
    IReadOnlyList<TracedTypeResult> Types,
    IReadOnlyList<TraceCheckResult> Checks,
    IReadOnlyList<AdviceResult> Advice,
    IReadOnlyDictionary<string, string> Missing);

/// <summary>Lengths of pauses in ms.</summary>
/// <param name="Count">Number of pauses.</param>
/// <param name="Sum">Sum of their lengths, in ms.</param>
/// <param name="Median">Median length, in ms.</param>
/// <param name="P95">95th percentile of the length, in ms.</param>
/// <param name="Max">Longest, in ms.</param>
public sealed record TracedPausesResult(int Count, double Sum, double Median, double P95, double Max);

/// <summary>Bytes estimated from samples, with a 95 % interval.</summary>
/// <param name="Estimate">Estimated bytes.</param>
/// <param name="Low">Lower bound, in bytes.</param>
/// <param name="High">Upper bound, in bytes.</param>
/// <param name="Samples">Number of samples it rests on.</param>
public sealed record TracedBytesResult(double Estimate, double Low, double High, long Samples);

/// <summary>Sampled bytes of one type.</summary>
/// <param name="Type">Type name as the runtime wrote it.</param>
/// <param name="Bytes">Its bytes.</param>
/// <param name="ObjectBytes">Mean size of its objects, in bytes.</param>
public sealed record TracedTypeResult(string Type, TracedBytesResult Bytes, double ObjectBytes);

/// <summary>A figure of the trace compared with one that the process counted itself.</summary>
/// <param name="Name">What is compared.</param>
/// <param name="Unit">Unit of the three figures; empty for counts.</param>
/// <param name="Counted">The process's own figure, in the unit of the check.</param>
/// <param name="Low">Lower end of what the trace allows, in the unit of the check.</param>
/// <param name="High">Upper end of what the trace allows, in the unit of the check.</param>
/// <param name="Passed">Whether the counted figure lies inside.</param>
public sealed record TraceCheckResult(string Name, string Unit, double Counted, double Low, double High, bool Passed);

/// <summary>One advice entry about one async method.</summary>
/// <param name="Method">The method as C#, with its namespace.</param>
/// <param name="Finding">What it does, in camelCase: <c>completesSynchronously</c>, <c>suspends</c>, ….</param>
/// <param name="Weight">How strongly the remedy is advised, in camelCase: <c>recommended</c>, <c>conditional</c>, <c>nothing</c>, <c>package</c> or <c>notEnoughEvidence</c>.</param>
/// <param name="BytesPerSecond">What it allocates, in bytes per second.</param>
/// <param name="Remedy">What to do, in a sentence; null where nothing is to be done.</param>
/// <param name="RemovablePerSecond">Bytes per second that the remedy would remove; null where nothing is to be done.</param>
public sealed record AdviceResult(
    string Method, string Finding, string Weight, TracedRateResult BytesPerSecond, string? Remedy, TracedRateResult? RemovablePerSecond);

/// <summary>Bytes per second with a 95 % interval.</summary>
/// <param name="Estimate">Estimated bytes per second.</param>
/// <param name="Low">Lower bound, in bytes per second.</param>
/// <param name="High">Upper bound, in bytes per second.</param>
public sealed record TracedRateResult(double Estimate, double Low, double High);
