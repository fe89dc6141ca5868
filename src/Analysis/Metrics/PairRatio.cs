using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>The ratios of one pair.</summary>
/// <param name="Wall">Candidate ÷ baseline of ns/op.</param>
/// <param name="Cpu">Candidate ÷ baseline of CPU ns/op; null when a side's processor time did not reach the clock's resolution.</param>
/// <param name="P99">Candidate ÷ baseline of the 99th percentile of latency, from due to done where there is a schedule; null where operations were timed in batches.</param>
/// <param name="Peak">Candidate ÷ baseline of the largest working set; null where a side has none.</param>
/// <param name="Retained">Candidate ÷ baseline of the heap that was left; null where a side has none.</param>
public sealed record PairRatio(int Index, double Wall, double? Cpu, double? P99 = null, double? Peak = null, double? Retained = null)
{
    /// <summary>What the ratios were made of; null where that is not known.</summary>
    public SidePair<SideCost>? Costs { get; init; }

    /// <summary>The ratio by a metric; null where the pair has none.</summary>
    public double? Of(VerdictMetric metric) => metric switch
    {
        VerdictMetric.Cpu => Cpu,
        VerdictMetric.P99 => P99,
        VerdictMetric.Peak => Peak,
        VerdictMetric.Retained => Retained,
        _ => Wall,
    };

    /// <summary>The ratios of one completed pair.</summary>
    internal static PairRatio Between(CompletedPair pair)
    {
        var (baseline, candidate) = (CostOf(pair.Baseline), CostOf(pair.Candidate));
        return new PairRatio(pair.Index, candidate.Wall / baseline.Wall, candidate.Cpu / baseline.Cpu, candidate.P99 / baseline.P99, candidate.Peak / baseline.Peak, candidate.Retained / baseline.Retained)
        {
            Costs = new SidePair<SideCost>(baseline, candidate),
        };
    }

    private static SideCost CostOf(SideMeasurement measurement)
    {
        var sums = SideSums.Of(measurement.Slices);
        return new SideCost(sums.NsPerOperation, sums.HasCpu ? sums.CpuNsPerOperation : null, P99Of(measurement), measurement.Memory?.Peak, measurement.Memory?.Retained);
    }

    // A latency of 0 ns is below what the clock tells: nothing can be divided by it.
    private static double? P99Of(SideMeasurement measurement) =>
        measurement.Latency?.ResponseTime.Quantile(0.99) is { Value: > 0 } p99 ? p99.Value : null;
}

/// <summary>What one side cost in one pair: time per operation in ns, and memory in bytes.</summary>
/// <param name="Wall">Elapsed time.</param>
/// <param name="Cpu">Processor time; null when it did not reach the clock's resolution.</param>
/// <param name="P99">The 99th percentile of latency; null where operations were timed in batches.</param>
/// <param name="Peak">The largest working set; null where it is not known.</param>
/// <param name="Retained">The heap that was left; null where it is not known.</param>
public sealed record SideCost(double Wall, double? Cpu, double? P99, double? Peak = null, double? Retained = null)
{
    /// <summary>The cost by a metric; null where there is none.</summary>
    public double? Of(VerdictMetric metric) => metric switch
    {
        VerdictMetric.Cpu => Cpu,
        VerdictMetric.P99 => P99,
        VerdictMetric.Peak => Peak,
        VerdictMetric.Retained => Retained,
        _ => Wall,
    };
}
