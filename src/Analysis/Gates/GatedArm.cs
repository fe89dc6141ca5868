using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Plans;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis.Gates;

/// <summary>The arm that a gate is about.</summary>
/// <param name="Comparison">Its comparison.</param>
/// <param name="Arm">Which of the two.</param>
/// <param name="Before">The same comparison in the run that changes are counted from; null without one.</param>
internal sealed record GatedArm(ComparisonAnalysis Comparison, Arm Arm, ComparisonAnalysis? Before)
{
    public GcLedger? Ledger => Comparison.Arms.Of(Arm);

    public CountedBytes Counted => Comparison.Counted.Of(Arm);

    public TraceAnalysis? Trace => Comparison.Traces.Of(Arm);

    public PoolHitRate? Pool => Comparison.Pools.Of(Arm);

    public ArmLatency? Latency => Comparison.Latencies.Of(Arm);

    /// <summary>Why a figure is missing.</summary>
    /// <param name="group">Its place in results.json, down to the arm.</param>
    /// <param name="member">What follows the arm, with its dot.</param>
    public string WhyMissing(string group, string member) =>
        Comparison.Missing.GetValueOrDefault($"{group}.{(Arm == Arm.Baseline ? "baseline" : "candidate")}{member}", "not measured");
}
