using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>The ratios of one pair.</summary>
/// <param name="Wall">Candidate ÷ baseline of ns/op.</param>
/// <param name="Cpu">Candidate ÷ baseline of CPU ns/op; null when a side's processor time did not reach the clock's resolution.</param>
/// <param name="P99">Candidate ÷ baseline of the 99th percentile of latency, from due to done where there is a schedule; null where operations were timed in batches.</param>
public sealed record PairRatio(int Index, double Wall, double? Cpu, double? P99 = null)
{
    /// <summary>The ratio by a metric; null where the pair has none.</summary>
    public double? Of(VerdictMetric metric) => metric switch
    {
        VerdictMetric.Cpu => Cpu,
        VerdictMetric.P99 => P99,
        _ => Wall,
    };

    /// <summary>The ratios of one completed pair.</summary>
    internal static PairRatio Between(CompletedPair pair)
    {
        var (baseline, candidate) = (SideSums.Of(pair.Baseline.Slices), SideSums.Of(pair.Candidate.Slices));
        return new PairRatio(
            pair.Index,
            candidate.NsPerOperation / baseline.NsPerOperation,
            baseline.HasCpu && candidate.HasCpu ? candidate.CpuNsPerOperation / baseline.CpuNsPerOperation : null,
            P99Of(pair.Candidate) / P99Of(pair.Baseline));
    }

    // A latency of 0 ns is below what the clock tells: nothing can be divided by it.
    private static double? P99Of(SideMeasurement measurement) =>
        measurement.Latency?.ResponseTime.Quantile(0.99) is { Value: > 0 } p99 ? p99.Value : null;
}
