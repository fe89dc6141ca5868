using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Plans;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis.Gates;

/// <summary>The side that a gate is about.</summary>
/// <param name="Comparison">Its comparison.</param>
/// <param name="Side">Which of the two.</param>
/// <param name="Before">The same comparison in the run that changes are counted from; null without one.</param>
internal sealed record GatedSide(ComparisonAnalysis Comparison, Side Side, ComparisonAnalysis? Before)
{
    public GcLedger? Ledger => Comparison.Sides.Of(Side);

    public CountedBytes Counted => Comparison.Counted.Of(Side);

    public TraceAnalysis? Trace => Comparison.Traces.Of(Side);

    public PoolHitRate? Pool => Comparison.Pools.Of(Side);

    public SideLatency? Latency => Comparison.Latencies.Of(Side);

    /// <summary>Why a figure is missing.</summary>
    /// <param name="group">Its place in results.json, down to the side.</param>
    /// <param name="member">What follows the side, with its dot.</param>
    public string WhyMissing(string group, string member) =>
        Comparison.Missing.GetValueOrDefault($"{group}.{(Side == Side.Baseline ? "baseline" : "candidate")}{member}", "not measured");
}
