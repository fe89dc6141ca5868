using AsyncLoad.Model.Plans;

namespace AsyncLoad.Model.Results;

/// <summary>Where the ratio of a comparison crosses 1 along an axis, or why it does not.</summary>
/// <param name="Id">Stable id of the sweep.</param>
/// <param name="Experiment">Name of the experiment.</param>
/// <param name="Axis">Path of the setting that varies.</param>
/// <param name="Unit">What steps count.</param>
/// <param name="From">Lowest step asked for, in the unit of the axis.</param>
/// <param name="To">Highest step asked for, in the unit of the axis.</param>
/// <param name="Outcome">What was found.</param>
/// <param name="At">The crossing, in the unit of the axis; null where there is none.</param>
/// <param name="Low">Lower bound of the crossing, in the unit of the axis; null where it may lie below <paramref name="From"/>, or where there is none.</param>
/// <param name="High">Upper bound of the crossing, in the unit of the axis; null where it may lie above <paramref name="To"/>, or where there is none.</param>
/// <param name="Confidence">Coverage of the interval, 0 to 1.</param>
/// <param name="WinsAbove">Whether the candidate is the cheaper one above the crossing.</param>
/// <param name="Throughout">The verdict of the whole range where nothing crosses.</param>
/// <param name="ChanceOfNone">Share of resamples without a crossing, where the outcome is undecided.</param>
/// <param name="MonotonePValue">Probability of steps at least as uneven as these if the ratio rises or falls throughout, where that is rejected.</param>
/// <param name="BytesAt">Where the difference of bytes per operation changes its sign.</param>
/// <param name="Steps">What was measured, ascending.</param>
/// <param name="Missing">For each member that is null, why.</param>
public sealed record CrossoverResult(
    string Id,
    string Experiment,
    string Axis,
    AxisUnit Unit,
    double From,
    double To,
    CrossoverOutcome Outcome,
    double? At,
    double? Low,
    double? High,
    double? Confidence,
    bool? WinsAbove,
    Verdict? Throughout,
    double? ChanceOfNone,
    double? MonotonePValue,
    BytesCrossingResult? BytesAt,
    IReadOnlyList<CrossoverStepResult> Steps,
    IReadOnlyDictionary<string, string> Missing);

/// <summary>What a sweep comes to.</summary>
public enum CrossoverOutcome
{
    /// <summary>The ratio crosses 1.</summary>
    Crosses,

    /// <summary>It stays on one side of 1, or within the margin of it.</summary>
    NoCrossing,

    /// <summary>It changes sides and neither rises nor falls throughout, so there is no single crossing.</summary>
    NotMonotone,

    /// <summary>The evidence decides none of these.</summary>
    Undecided,
}

/// <summary>Where the difference of bytes per operation changes its sign, linear between two steps.</summary>
/// <param name="At">The crossing, in the unit of the axis.</param>
/// <param name="Low">The step below it, in the unit of the axis.</param>
/// <param name="High">The step above it, in the unit of the axis.</param>
public sealed record BytesCrossingResult(double At, double Low, double High);

/// <summary>One step of a sweep.</summary>
/// <param name="Step">The step, in the unit of the axis.</param>
/// <param name="Comparison">Id of its comparison, which has all figures.</param>
/// <param name="Verdict">Its verdict; null when it could not be measured.</param>
/// <param name="Ratio">Its ratio of what verdicts compare; null when it could not be measured.</param>
/// <param name="BytesDifference">Candidate − baseline of bytes per operation; null when they could not be counted.</param>
public sealed record CrossoverStepResult(double Step, string Comparison, Verdict? Verdict, RatioInterval? Ratio, double? BytesDifference);
