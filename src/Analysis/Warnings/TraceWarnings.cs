using AsyncLoad.Model.Measurements;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Runs;

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

/// <summary>Events of a traced run are missing, so its sums are too small by an unknown amount.</summary>
internal static class TracedEventsLost
{
    public const string Id = "traced-events-lost";

    public static IEnumerable<Warning> Find(JudgedComparison comparison) =>
        from side in comparison.Sides.Each()
        where side.Trace.Value is { EventsLost: not 0 }
        select new Warning(
            Id,
            WarningSeverity.Warning,
            side.Trace.Value!.EventsLost is { } lost
                ? FormattableString.Invariant($"{side.Cell.Label}: {lost} events of the trace were lost; its allocation figures are inconclusive.")
                : $"{side.Cell.Label}: {TraceAnalysis.LossUnknown}, so the trace is damaged; its allocation figures are inconclusive.",
            "Run the comparison again with --only on a quieter machine, or shorten the traced window: the buffer overflowed.");
}

/// <summary>A figure of the trace does not agree with what the process counted itself.</summary>
internal static class TraceCheckFailed
{
    public const string Id = "trace-check-failed";

    public static IEnumerable<Warning> Find(JudgedComparison comparison) =>
        from side in comparison.Sides.Each()
        from check in side.Trace.Value?.Checks ?? []
        where !check.Passed
        select new Warning(
            Id,
            WarningSeverity.Warning,
            FormattableString.Invariant($"{side.Cell.Label}: {check.Name}: the process counted {check.Counted:0.###} {check.Unit}, the trace allows {check.Low:0.###} to {check.High:0.###}."),
            "Look for lost events and for work outside the window before you use the trace's figures: the checks do not fail by chance.");
}

/// <summary>The runtime records no randomised samples of allocations, so bytes by type rest on biased events.</summary>
internal static class AllocationTicks
{
    public const string Id = "allocation-ticks";

    public static IEnumerable<Warning> Find(JudgedComparison comparison) =>
        from side in comparison.Sides.Each()
        where side.Trace.Value is { Source: AllocationSource.Tick }
        select new Warning(
            Id,
            WarningSeverity.Note,
            $"{side.Cell.Label}: bytes by type come from AllocationTick events, one for about every 100 kB, which over-represent large objects and objects at regular distances.",
            "Bytes per operation are counted and not affected. For bytes by type, measure on .NET 10 or later.");
}
