using System.Text.Json.Serialization;

namespace AsyncLoad.Model.Results;

/// <summary>One completed pair. A member that the pair has no figure for is not in JSON.</summary>
/// <param name="Index">Number of the pair within its comparison, from 1.</param>
/// <param name="Confirms">Whether it was measured afterwards to confirm a gate that would fail; ratios and verdicts do not use such pairs.</param>
public sealed record PairResult(int Index, bool Confirms)
{
    /// <summary>Candidate ÷ baseline of elapsed time per operation.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? Ratio { get; init; }

    /// <summary>Candidate ÷ baseline of processor time per operation.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? CpuRatio { get; init; }

    /// <summary>Candidate ÷ baseline of the 99th percentile of latency.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? P99Ratio { get; init; }

    /// <summary>Candidate ÷ baseline of the largest working set.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? PeakRatio { get; init; }

    /// <summary>Candidate ÷ baseline of the managed heap that was left.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? RetainedRatio { get; init; }

    /// <summary>Elapsed nanoseconds per operation of the baseline.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? BaselineNsPerOperation { get; init; }

    /// <summary>Elapsed nanoseconds per operation of the candidate.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? CandidateNsPerOperation { get; init; }
}
