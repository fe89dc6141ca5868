using AsyncLoad.Tracing.Allocations;

namespace AsyncLoad.Analysis.Findings;

/// <summary>The runtime has no randomised samples of allocations, so bytes by type rest on biased events.</summary>
internal static class AllocationTicks
{
    public const string Id = "allocation-ticks";

    public static IEnumerable<Finding> Find(JudgedComparison comparison) =>
        from arm in comparison.EachArm
        where arm.Trace is { Source: AllocationSource.Tick }
        select new Finding(
            Id,
            FindingSeverity.Note,
            $"{arm.Cell.Variant}: bytes by type rest on AllocationTick, one event in about 100 KB that names whichever object came last: it prefers large objects and what comes at regular distances.",
            "Bytes an operation are counted and not affected; for bytes by type measure on .NET 10 or later.");
}
