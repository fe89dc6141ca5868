using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis;

/// <summary>What is known of one side of a comparison.</summary>
/// <param name="Machine">Which machine measured it; null where a run has one machine.</param>
/// <param name="Measurements">One for each completed pair.</param>
/// <param name="Bytes">Bytes per operation with their range over count slices.</param>
/// <param name="Pool">Pool hit rate; needs a traced run, pooled methods and suspensions.</param>
/// <param name="Device">The latency that its simulated devices were asked for and delivered, over all pairs; null without a device.</param>
/// <param name="Traced">Its traced run, or null.</param>
public sealed record SideAnalysis(
    Side Side,
    Cell Cell,
    string? Machine,
    IReadOnlyList<SideMeasurement> Measurements,
    Figure<GcLedger?> Ledger,
    CountedBytes Bytes,
    Figure<PoolHitRate?> Pool,
    DeviceReport? Device,
    Figure<SideLatency?> Latency,
    JournalEntry.TracedRun? Traced,
    Figure<TraceAnalysis?> Trace)
{
    /// <summary>Whether it asks for pooled boxes from a runtime that has none.</summary>
    public bool IgnoresPooling { get; init; }

    /// <summary>What workers would contend for if they shared one instance, as name and type of a field; null where none is known.</summary>
    public string? UncontendedState { get; init; }

    /// <summary>Elapsed ns of a call that does nothing, under the same load; null where it was not measured.</summary>
    public double? EmptyLoop { get; init; }

    /// <summary>Operations that one call of the variant does.</summary>
    public int OperationsPerCall { get; init; } = 1;

    /// <summary>Memory of its processes.</summary>
    public SideMemory Memory { get; init; } = SideMemory.Of(Measurements);

    /// <summary>Bytes per operation where times were measured too.</summary>
    public Figure<double?> BytesPerOperation => new(Ledger.Value?.BytesPerOperation, Ledger.Missing ?? Bytes.Missing);
}
