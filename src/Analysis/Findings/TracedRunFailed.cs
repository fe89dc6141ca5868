using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis.Findings;

/// <summary>A traced run crashed, or its trace cannot be read to its end: what it would have shown is missing. Times and bytes an operation do not rest on it.</summary>
internal static class TracedRunFailed
{
    public const string Id = "traced-run-failed";

    public static IEnumerable<Finding> Find(JudgedComparison comparison) =>
        from arm in comparison.EachArm
        let what = arm.Traced is { } run ? arm.Trace?.Problem ?? Failure(run.Outcome) ?? Truncation(arm) : null
        where what is not null
        select new Finding(
            Id,
            FindingSeverity.Warning,
            $"{arm.Cell.Variant}: {what}.",
            "Run the comparison again with --only; asyncload.log tells how the traced process ended.");

    private static string? Failure(CellOutcome outcome) =>
        outcome is CellOutcome.Completed ? null : $"traced run {FailureSentence.Of(outcome)}";

    private static string? Truncation(JudgedArm arm) => arm.Trace switch
    {
        null => "the traced run wrote no file",
        { Truncated: true } => "the trace ends early; what it holds covers part of the window only",
        _ => null,
    };
}
