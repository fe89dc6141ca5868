using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>Something a reader must know of a result, with what to do about it.</summary>
/// <param name="Id">Kebab-case id, stable: what <c>warnings</c> in results.json lists.</param>
/// <param name="Severity">How much it limits the trust in the result.</param>
public sealed record Warning(string Id, WarningSeverity Severity, string Message, string Remedy);

/// <summary>How much a warning limits the trust in a figure.</summary>
public enum WarningSeverity
{
    /// <summary>It explains the figure and does not limit the trust in it.</summary>
    Note,

    /// <summary>The figure holds, with less certainty.</summary>
    Warning,

    /// <summary>The figure must not be relied on.</summary>
    Invalid,
}

/// <summary>What a warning may look at: everything known of a comparison before warnings.</summary>
/// <param name="Spread">Standard deviation over pairs of the log ratio that the verdict is on.</param>
internal sealed record JudgedComparison(
    MeasureSettings Measure,
    ComparisonEvidence Evidence,
    Judgement Judgement,
    Figure<double?> Spread,
    SidePair<SideAnalysis> Sides);
