using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Document;

/// <summary>One gate in words.</summary>
/// <param name="Condition">What must hold: <c>bytesPerOperation of await-value-task ≤ 0 B/op</c>.</param>
/// <param name="Undecided">What an undecided gate does to the build.</param>
public sealed record GateRow(
    string Comparison,
    string Condition,
    string Value,
    GateState State,
    Mark Mark,
    string Reason,
    string Undecided)
{
    /// <summary>What an undecided gate does, unless it only warns.</summary>
    public const string FailsTheBuild = "fails the build";

    /// <summary>What measuring the comparison took, in seconds; null where nothing was measured.</summary>
    public double? Seconds { get; init; }
}
