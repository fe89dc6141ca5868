using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>A traced run crashed, or its trace cannot be read to its end: what it would have shown is missing. Times and bytes per operation do not rest on it.</summary>
internal static class TracedRunFailed
{
    public const string Id = "traced-run-failed";

    public static IEnumerable<Warning> Find(JudgedComparison comparison) =>
        from side in comparison.Sides.Each()
        let what = side.Traced is { } run ? side.Trace.Value?.Problem ?? Failure(run.Outcome) ?? Truncation(side) : null
        where what is not null
        select new Warning(
            Id,
            WarningSeverity.Warning,
            $"{side.Cell.Label}: {what}.",
            "Run the comparison again with --only; asyncload.log says how the traced process ended.");

    private static string? Failure(CellOutcome outcome) =>
        outcome is CellOutcome.Completed ? null : $"traced run {FailureSentence.Of(outcome)}";

    private static string? Truncation(SideAnalysis side) => side.Trace.Value switch
    {
        null => "the traced run wrote no file",
        { Truncated: true } => "the trace ends early, so it covers only part of the window",
        _ => null,
    };
}
