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
}
