using System.Text.Json.Serialization;

namespace AsyncLoad.Model.Profiles;

/// <summary>A condition on a metric that fails a build when it does not hold. It has one limit, except that <paramref name="Max"/> and <paramref name="Min"/> may both be there.</summary>
/// <param name="Metric">A metric name of <c>results.json</c>, one of those that <c>list metrics</c> says can be gated.</param>
/// <param name="Variant">The variant it is about; null means every candidate of the experiment.</param>
/// <param name="Max">Largest value that passes; null for none.</param>
/// <param name="OnInconclusive">What an undecided gate does to the exit code.</param>
/// <param name="Min">Smallest value that passes; null for none.</param>
/// <param name="MaxChange">
/// Largest change from the run given with <c>--against</c> that passes: bytes per operation that are added, or the factor by which a ratio grows. Null for none.
/// </param>
/// <param name="MaxIncrease">
/// Largest difference candidate − baseline of the same comparison that passes, in the metric's unit; a negative limit asks for a reduction. Null for none.
/// </param>
/// <param name="MaxIncreasePercent">The same in per cent of the baseline; null for none.</param>
public sealed record GateSettings(
    string Metric,
    string? Variant,
    double? Max,
    InconclusivePolicy OnInconclusive,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? Min = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? MaxChange = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? MaxIncrease = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? MaxIncreasePercent = null)
{
    /// <summary>Whether it limits how far the candidate is above the baseline of the same comparison.</summary>
    [JsonIgnore]
    public bool IsOfIncrease => MaxIncrease is not null || MaxIncreasePercent is not null;

    /// <summary>Whether it compares the candidate with the baseline, so that it cannot be about the baseline.</summary>
    [JsonIgnore]
    public bool IsOfTwoSides => IsOfIncrease || Profiles.Metric.Named(Metric) is { Judged: not null };
}

/// <summary>What an undecided gate does.</summary>
public enum InconclusivePolicy
{
    /// <summary>The run ends with exit code 3.</summary>
    Fail,

    /// <summary>The run ends with exit code 0 and a warning.</summary>
    Warn,
}
