using AsyncLoad.Model.Units;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>The GC ledger of one side: sums over all measured slices of all its pairs, and what follows from them.</summary>
/// <param name="Elapsed">Time with the slice barrier open.</param>
/// <param name="ResponseTime">Sum of latencies from due to done, where the pace is not set by operations; null for all other loads.</param>
/// <param name="BytesPerOperation">
/// Bytes per operation from count slices, without the driver's share: exact, or their mean where operations suspend; null when uncounted or when
/// slices disagree.
/// </param>
/// <param name="UserCpuNsPerOperation">Processor ns per operation in user mode, without the pressurer's share.</param>
/// <param name="SystemCpuNsPerOperation">Processor ns per operation in the kernel.</param>
/// <param name="Gen0">Collections of generation 0 only.</param>
/// <param name="Gen1">Collections of generation 1.</param>
/// <param name="Gen2">Full collections.</param>
/// <param name="WorkloadCollections">Collections apportioned to the workload by its share of allocated bytes.</param>
/// <param name="AllocatedBytes">Bytes the process allocated in the slices, pressurer included.</param>
/// <param name="Pressure">What the pressurer did; null when calm.</param>
public sealed record GcLedger(
    int Pairs,
    int Slices,
    Nanoseconds Elapsed,
    Nanoseconds? ResponseTime,
    long Operations,
    double? BytesPerOperation,
    double UserCpuNsPerOperation,
    double SystemCpuNsPerOperation,
    int Gen0,
    int Gen1,
    int Gen2,
    double WorkloadCollections,
    Nanoseconds Pause,
    long AllocatedBytes,
    PressureLedger? Pressure)
{
    /// <summary>Elapsed ns per operation, all workers sharing the elapsed time; where the pace is not set by operations, the mean latency from due to done.</summary>
    public double NsPerOperation => (ResponseTime ?? Elapsed).Value / (double)Operations;

    /// <summary>Operations per second, all workers.</summary>
    public double OperationsPerSecond => Operations / Elapsed.Seconds;

    /// <summary>Processor ns per operation, user and system.</summary>
    public double CpuNsPerOperation => UserCpuNsPerOperation + SystemCpuNsPerOperation;

    /// <summary>Bytes that the workload and its driver allocated in the slices; off by an allocation context (8 KB) per thread and slice.</summary>
    public long WorkloadBytes => Math.Max(0, AllocatedBytes - (Pressure?.AllocatedBytes ?? 0));

    /// <summary>All collections.</summary>
    public int Collections => Gen0 + Gen1 + Gen2;

    /// <summary>Collections in the slices of the pair that has the fewest.</summary>
    public int FewestCollections { get; init; }

    /// <summary>Share of elapsed time in pauses, 0 to 1.</summary>
    public double PauseShare => Pause.Value / (double)Elapsed.Value;

    /// <summary>Scales a count of collections to a million operations.</summary>
    public double PerMillionOperations(int collections) => collections * 1e6 / Operations;

    /// <summary>Scales a count of collections to a second of elapsed time.</summary>
    public double PerSecond(int collections) => collections / Elapsed.Seconds;
}
