using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// What a run keeps of a pair once it is in the journal: enough to choose the next pairs and to show ratios. Whole pairs would fill the
/// memory of a run of thousands: each takes tens of kB, and this about one.
/// </summary>
internal static class RememberedPair
{
    // The same for all pairs of a cell, and nothing asks for them while a run lasts.
    private static readonly EffectiveSettings NotKept = new(
        ServerGc: false, ConcurrentGc: false, Processors: 0, new Dictionary<string, string>(), new Dictionary<string, SettingReading>());

    /// <summary>The same pair with one slice per side, the sum of its slices, one count slice where they agree, and only the 99th percentile of its latencies.</summary>
    public static JournalEntry.Pair Of(JournalEntry.Pair pair) =>
        pair with { Baseline = Of(pair.Baseline), Candidate = Of(pair.Candidate), Control = null, Environment = null };

    private static CellOutcome Of(CellOutcome outcome) => outcome is CellOutcome.Completed completed ? new CellOutcome.Completed(Of(completed.Measurement)) : outcome;

    private static SideMeasurement Of(SideMeasurement side) => side with
    {
        Settings = NotKept,
        Slices = side.Slices.Count == 0 ? [] : [side.Slices.Aggregate(Sum)],
        Counts = CountEvidence.Settled(side.Counts) is null ? [] : [side.Counts[^1]],
        Device = null,
        Latency = side.Latency is { } latency ? new LatencyReport(Percentile(latency.ResponseTime), null, Latencies.None, null) : null,
    };

    // With a single latency, every percentile is that latency.
    private static Latencies Percentile(Latencies times) =>
        times.Quantile(0.99) is { } percentile ? new Latencies(times.Max, default, [Latencies.IndexOf(percentile.Value), 1]) : Latencies.None;

    private static Slice Sum(Slice one, Slice other) => new(
        one.Index,
        one.Elapsed + other.Elapsed,
        one.Operations + other.Operations,
        Sum(one.Gc, other.Gc),
        Sum(one.Process, other.Process),
        Sum(one.Pressure, other.Pressure),
        new HeldUsage(one.Held.Elapsed + other.Held.Elapsed, one.Held.Cpu + other.Held.Cpu),
        one.Cores | other.Cores,
        one.ResponseTime is null && other.ResponseTime is null ? null : (one.ResponseTime ?? default) + (other.ResponseTime ?? default));

    private static GcCounters Sum(GcCounters one, GcCounters other) =>
        new(one.Gen0 + other.Gen0, one.Gen1 + other.Gen1, one.Gen2 + other.Gen2, one.Pause + other.Pause, one.AllocatedBytes + other.AllocatedBytes);

    private static ProcessCounters Sum(ProcessCounters one, ProcessCounters other) => new(
        one.UserCpu + other.UserCpu,
        one.SystemCpu + other.SystemCpu,
        one.CpuOperations + other.CpuOperations,
        one.WorkItems + other.WorkItems,
        one.LockContentions + other.LockContentions,
        one.CompiledMethods + other.CompiledMethods,
        one.DeviceCpu + other.DeviceCpu,
        one.DriverCpu + other.DriverCpu);

    // Only reports need the parts of background allocation.
    private static PressureCounters Sum(PressureCounters one, PressureCounters other) => new(
        one.AskedWrites + other.AskedWrites, one.Writes + other.Writes, one.AllocatedBytes + other.AllocatedBytes, one.Cpu + other.Cpu, one.Open + other.Open);
}
