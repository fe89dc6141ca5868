using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>What a warning may look at: everything known of a comparison before warnings.</summary>
/// <param name="Measure">How it was to be measured and judged.</param>
/// <param name="Evidence">What was measured.</param>
/// <param name="Judgement">Its ratios and verdict.</param>
/// <param name="Spread">Standard deviation over pairs of the log ratio that the verdict is on.</param>
/// <param name="Sides">Both sides.</param>
internal sealed record JudgedComparison(
    MeasureSettings Measure,
    ComparisonEvidence Evidence,
    Judgement Judgement,
    Figure<double?> Spread,
    SidePair<SideAnalysis> Sides);
