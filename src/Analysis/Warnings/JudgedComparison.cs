using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>What a warning may look at: everything known of a comparison before warnings.</summary>
/// <param name="Measure">How it was to be measured and judged.</param>
/// <param name="Evidence">What was measured.</param>
/// <param name="Judgement">Its ratios and verdict.</param>
/// <param name="Spread">Standard deviation over pairs of the log ratio that the verdict is on; null below two pairs.</param>
/// <param name="Sides">Both sides.</param>
internal sealed record JudgedComparison(
    MeasureSettings Measure,
    ComparisonEvidence Evidence,
    Judgement Judgement,
    double? Spread,
    SidePair<JudgedSide> Sides)
{
    /// <summary>Both sides, for warnings that look at each by itself.</summary>
    public IReadOnlyList<JudgedSide> EachSide => [Sides.Baseline, Sides.Candidate];
}

/// <summary>One side of a comparison.</summary>
/// <param name="Cell">What was measured.</param>
/// <param name="Measurements">One for each completed pair.</param>
/// <param name="Ledger">Their sums; null when there are none.</param>
/// <param name="Bytes">Bytes an operation.</param>
/// <param name="Traced">Its traced run, or null.</param>
/// <param name="Trace">What that run's trace says, or null.</param>
/// <param name="Pool">Its pool hit rate, or why it has none.</param>
internal sealed record JudgedSide(
    Cell Cell,
    IReadOnlyList<SideMeasurement> Measurements,
    GcLedger? Ledger,
    CountedBytes Bytes,
    JournalEntry.TracedRun? Traced,
    TraceAnalysis? Trace,
    PoolReading Pool);
