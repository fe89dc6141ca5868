using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;

namespace AsyncLoad.Reporting.Traces.Sections;

/// <summary>Which call stacks allocate most.</summary>
internal static class StackSection
{
    private static readonly StackLimits Limits = new(12, 12);

    public static ReportSection? Build(AllocationDigest? allocation)
    {
        if (allocation is null) return null;
        var block = StackBlock.Of(
            allocation.Stacks.Count > Limits.Stacks ? $"The first {Figures.Count(Limits.Stacks)} stacks, with 95 % intervals" : "Stacks, with 95 % intervals",
            allocation.Stacks,
            Limits,
            estimate => $"{Figures.SizeRate(RateInterval.Of(estimate, allocation.Seconds))}, {Figures.Percent(estimate.Bytes / allocation.Total.Bytes)} of all bytes");
        return block is null ? null : new ReportSection("stacks", "Top call stacks", "Where the largest shares are allocated; the innermost method is on top.", block);
    }
}
