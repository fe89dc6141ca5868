namespace AsyncLoad.Analysis.Findings;

/// <summary>A figure of the trace does not agree with what the process counted itself.</summary>
internal static class TraceCheckFailed
{
    public const string Id = "trace-check-failed";

    public static IEnumerable<Finding> Find(JudgedComparison comparison) =>
        from arm in comparison.EachArm
        from check in arm.Trace?.Checks ?? []
        where !check.Passed
        select new Finding(
            Id,
            FindingSeverity.Warning,
            FormattableString.Invariant($"{arm.Cell.Variant}: {check.Name}: the process counted {check.Counted:0.###} {check.Unit}, the trace allows {check.Low:0.###} to {check.High:0.###}."),
            "Checks are wide enough that chance does not fail them: look for lost events and for work outside the window before using the trace's figures.");
}
