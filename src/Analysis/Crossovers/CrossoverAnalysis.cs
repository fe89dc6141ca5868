using AsyncLoad.Model.Plans;

namespace AsyncLoad.Analysis.Crossovers;

/// <summary>What is known of one sweep: where its ratio crosses 1, or why it does not.</summary>
/// <param name="Steps">Its steps, ascending.</param>
/// <param name="Crossing">Where the ratio that verdicts rest on crosses 1.</param>
/// <param name="WinsAbove">Whether the candidate is the cheaper one above the crossing; null where there is none.</param>
/// <param name="Bytes">Where the difference of bytes per operation changes its sign; null where it does not, or more than once.</param>
public sealed record CrossoverAnalysis(
    Sweep Sweep,
    IReadOnlyList<StepAnalysis> Steps,
    CrossingEstimate Crossing,
    bool? WinsAbove,
    (double At, double Low, double High)? Bytes);

/// <summary>One step of a sweep.</summary>
public sealed record StepAnalysis(double At, ComparisonAnalysis Comparison);
