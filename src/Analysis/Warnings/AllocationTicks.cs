using AsyncLoad.Tracing.Allocations;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>The runtime has no randomised samples of allocations, so bytes by type rest on biased events.</summary>
internal static class AllocationTicks
{
    public const string Id = "allocation-ticks";

    public static IEnumerable<Warning> Find(JudgedComparison comparison) =>
        from side in comparison.Sides.Each()
        where side.Trace.Value is { Source: AllocationSource.Tick }
        select new Warning(
            Id,
            WarningSeverity.Note,
            $"{side.Cell.Label}: bytes by type rest on AllocationTick, one event in about 100 kB that names whichever object came last: it prefers large objects and what comes at regular distances.",
            "Bytes per operation are counted and not affected; for bytes by type measure on .NET 10 or later.");
}
