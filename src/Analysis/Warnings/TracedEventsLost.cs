using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis.Warnings;

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
