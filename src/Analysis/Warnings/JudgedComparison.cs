using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>What a warning may look at: everything known of a comparison before warnings.</summary>
/// <param name="Spread">Standard deviation over pairs of the log ratio that the verdict is on.</param>
internal sealed record JudgedComparison(
    MeasureSettings Measure,
    ComparisonEvidence Evidence,
    Judgement Judgement,
    Figure<double?> Spread,
    SidePair<SideAnalysis> Sides);
