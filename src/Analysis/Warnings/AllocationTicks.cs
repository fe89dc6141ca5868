using AsyncLoad.Tracing.Allocations;

namespace AsyncLoad.Analysis.Warnings;

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
