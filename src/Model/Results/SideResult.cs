namespace AsyncLoad.Model.Results;

/// <summary>Metrics of one side over all measured slices of its pairs. Null members are named in <paramref name="Missing"/>.</summary>
/// <param name="NsPerOperation">Elapsed nanoseconds per operation.</param>
/// <param name="BytesPerOperation">Exact bytes per operation, from count slices.</param>
/// <param name="OperationsPerSecond">Operations per second of elapsed time, all workers.</param>
/// <param name="CpuNsPerOperation">Processor nanoseconds per operation, pressurer excluded.</param>
/// <param name="Gen0PerMillionOperations">Collections of generation 0 per million operations.</param>
/// <param name="Gen1PerMillionOperations">Collections of generation 1 per million operations.</param>
/// <param name="Gen2PerMillionOperations">Collections of generation 2 per million operations.</param>
/// <param name="PauseShare">Share of elapsed time in GC pauses, 0 to 1.</param>
/// <param name="PoolHitRate">Share of suspensions served by a pooled box, 0 to 1.</param>
/// <param name="LatencyNs">Latency percentiles: from due to done where there is a schedule, else from start to end.</param>
/// <param name="ServiceNs">Latency percentiles from start to end, beside those from due to done; only for loads with a schedule.</param>
/// <param name="Arrivals">Arrivals that were due, late and dropped; only for loads with a schedule.</param>
/// <param name="Pressure">What the pressurer did beside the workload; null where there was none.</param>
/// <param name="Missing">For each member that is null, why.</param>
/// <param name="Peak">Largest working set over the measured slices, in bytes.</param>
/// <param name="Retained">Managed heap after a full collection when all operations have ended, in bytes.</param>
/// <param name="RetainedPerOperation">Growth of retained memory since the set-up, in bytes per operation.</param>
public sealed record SideResult(
    double? NsPerOperation,
    double? BytesPerOperation,
    double? OperationsPerSecond,
    double? CpuNsPerOperation,
    double? Gen0PerMillionOperations,
    double? Gen1PerMillionOperations,
    double? Gen2PerMillionOperations,
    double? PauseShare,
    double? PoolHitRate,
    LatencyResult? LatencyNs,
    LatencyResult? ServiceNs,
    ArrivalsResult? Arrivals,
    PressureResult? Pressure,
    IReadOnlyDictionary<string, string> Missing,
    double? Peak = null,
    double? Retained = null,
    double? RetainedPerOperation = null)
{
    /// <summary>Bytes per operation by which a limit may be exceeded: a stray allocation of the runtime, divided by the operations of a count slice.</summary>
    public const double StrayBytesPerOperation = 0.05;
}

/// <summary>Latency percentiles in nanoseconds.</summary>
/// <param name="P50">Median, in ns.</param>
/// <param name="P90">90th percentile, in ns.</param>
/// <param name="P99">99th percentile, in ns.</param>
/// <param name="P999">99.9th percentile, in ns; null below 10,000 samples.</param>
/// <param name="Max">Largest, in ns.</param>
/// <param name="Count">Number of latencies.</param>
/// <param name="HiccupP999">99.9th percentile of how late a thread of the same process woke, in ns; null below 10,000 samples.</param>
/// <param name="IdleP999">99.9th percentile of how late an idle process woke meanwhile, in ns; null below 10,000 samples.</param>
public sealed record LatencyResult(double P50, double P90, double P99, double? P999, double Max, long Count, double? HiccupP999, double? IdleP999);

/// <summary>Arrivals of a load with a schedule.</summary>
/// <param name="Due">Number of arrivals that were due.</param>
/// <param name="Late">Number of arrivals started 1 ms or more after they were due.</param>
/// <param name="Dropped">Number of arrivals not started, because the largest allowed number of operations was running.</param>
/// <param name="LatenessP50Ns">Median of how late the pacer handed them over, in ns.</param>
/// <param name="LatenessP99Ns">99th percentile of the same, in ns.</param>
/// <param name="PacerCpuNsPerArrival">Processor nanoseconds per arrival of the pacer's thread; not part of <c>cpuNsPerOperation</c>.</param>
public sealed record ArrivalsResult(long Due, long Late, long Dropped, double LatenessP50Ns, double LatenessP99Ns, double PacerCpuNsPerArrival);

/// <summary>Figures of the pressurer and of the workload of one side, summed over all measured slices of its pairs.</summary>
/// <param name="LiveSetBytes">Size of the live set as built, in bytes; 0 without one.</param>
/// <param name="Rates">What was asked for and what was delivered, by the profile's member; only members that were set.</param>
/// <param name="Bytes">Bytes the pressurer allocated, by its own exact count.</param>
/// <param name="CpuNs">Processor nanoseconds it took over measured slices, its finalizers included.</param>
/// <param name="Collections">Its part of the number of collections, by its share of allocated bytes.</param>
/// <param name="WorkloadBytes">Bytes that the workload and its load allocated.</param>
/// <param name="WorkloadCpuNs">Processor nanoseconds of the rest of the process.</param>
/// <param name="WorkloadCollections">The number of the other collections.</param>
public sealed record PressureResult(
    double LiveSetBytes,
    IReadOnlyDictionary<string, RateResult> Rates,
    long Bytes,
    double CpuNs,
    double Collections,
    long WorkloadBytes,
    double WorkloadCpuNs,
    double WorkloadCollections);

/// <summary>A figure as asked and as delivered, in the unit of the member that asks for it; sizes in bytes.</summary>
/// <param name="Asked">As asked, in the unit of the member that asks.</param>
/// <param name="Achieved">As delivered, in the same unit.</param>
public sealed record RateResult(double Asked, double Achieved);
