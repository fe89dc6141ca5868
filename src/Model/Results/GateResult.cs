using System.Text.Json.Serialization;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Model.Results;

/// <summary>One gate of one comparison.</summary>
/// <param name="Comparison">Id of the comparison.</param>
/// <param name="Metric">Name of the metric.</param>
/// <param name="Variant">Id of the variant.</param>
/// <param name="Max">Largest value that passes, in the unit of the metric, or null for none.</param>
/// <param name="Value">The value found, in the unit of the metric, or null when there is none; the change itself where that is gated.</param>
/// <param name="State">How it went.</param>
/// <param name="Reason">Why, in a sentence.</param>
/// <param name="OnInconclusive">What an undecided state does.</param>
/// <param name="Min">Smallest value that passes, in the unit of the metric, or null for none.</param>
/// <param name="MaxChange">Largest change from the reference run that passes, a factor for ratios and else in the unit of the metric, or null for none.</param>
/// <param name="MaxIncrease">Largest difference candidate − baseline that passes, in the metric's unit; a negative limit asks for a reduction; null for none.</param>
/// <param name="MaxIncreasePercent">The same in per cent of the baseline, or null for none.</param>
public sealed record GateResult(
    string Comparison,
    string Metric,
    string Variant,
    double? Max,
    double? Value,
    GateState State,
    string Reason,
    InconclusivePolicy OnInconclusive,
    double? Min = null,
    double? MaxChange = null,
    double? MaxIncrease = null,
    double? MaxIncreasePercent = null)
{
    /// <summary>What was asked for.</summary>
    [JsonIgnore]
    public GateSettings Asked => new(Metric, Variant, Max, OnInconclusive, Min, MaxChange, MaxIncrease, MaxIncreasePercent);
}

/// <summary>How a gate went.</summary>
public enum GateState
{
    /// <summary>The condition holds.</summary>
    Passed,

    /// <summary>The condition does not hold.</summary>
    Failed,

    /// <summary>The evidence decides neither way.</summary>
    Inconclusive,

    /// <summary>The cell crashed, hung or was refused: there is no evidence.</summary>
    Broken,
}
