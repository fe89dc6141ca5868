using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>The ratios of one pair.</summary>
/// <param name="Ratios">Candidate ÷ baseline. Processor time has none where a side's did not reach the clock's resolution, and memory none where a side has none.</param>
public sealed record PairRatio(int Index, JudgedFigures Ratios)
{
    /// <summary>What the ratios were made of; null where that is not known.</summary>
    public SidePair<JudgedFigures>? Costs { get; init; }

    /// <summary>The ratio by a metric; null where the pair has none.</summary>
    public double? Of(VerdictMetric metric) => Ratios.Of(metric);

    /// <summary>The ratios of one completed pair.</summary>
    internal static PairRatio Between(CompletedPair pair)
    {
        var (baseline, candidate) = (CostOf(pair.Baseline), CostOf(pair.Candidate));
        return new PairRatio(pair.Index, candidate.Over(baseline)) { Costs = new SidePair<JudgedFigures>(baseline, candidate) };
    }

    private static JudgedFigures CostOf(SideMeasurement measurement)
    {
        var sums = SideSums.Of(measurement.Slices);
        return new JudgedFigures(sums.NsPerOperation, sums.HasCpu ? sums.CpuNsPerOperation : null, P99Of(measurement), measurement.Memory?.Peak, measurement.Memory?.Retained);
    }

    // A latency of 0 ns is below what the clock tells: nothing can be divided by it.
    private static double? P99Of(SideMeasurement measurement) =>
        measurement.Latency?.ResponseTime.Quantile(0.99) is { Value: > 0 } p99 ? p99.Value : null;
}

/// <summary>One figure for each metric that verdicts can be on: times per operation in ns and memory in bytes, or ratios of them.</summary>
/// <param name="Wall">Of elapsed time.</param>
/// <param name="Cpu">Of processor time; null when it did not reach the clock's resolution.</param>
/// <param name="P99">Of the 99th percentile of latency, from due to done where there is a schedule; null where operations were timed in batches.</param>
/// <param name="Peak">Of the largest working set; null where it is not known.</param>
/// <param name="Retained">Of the heap that was left; null where it is not known.</param>
public sealed record JudgedFigures(double Wall, double? Cpu, double? P99 = null, double? Peak = null, double? Retained = null)
{
    /// <summary>The figure by a metric; null where there is none.</summary>
    public double? Of(VerdictMetric metric) => metric switch
    {
        VerdictMetric.Cpu => Cpu,
        VerdictMetric.P99 => P99,
        VerdictMetric.Peak => Peak,
        VerdictMetric.Retained => Retained,
        _ => Wall,
    };

    /// <summary>Each figure divided by another's; null where one of them is missing.</summary>
    public JudgedFigures Over(JudgedFigures other) => new(Wall / other.Wall, Cpu / other.Cpu, P99 / other.P99, Peak / other.Peak, Retained / other.Retained);
}
