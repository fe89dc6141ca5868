namespace AsyncLoad.Analysis.Warnings;

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
