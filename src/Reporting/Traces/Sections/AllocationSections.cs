using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;

namespace AsyncLoad.Reporting.Traces.Sections;

/// <summary>Which types the bytes went to.</summary>
internal static class TypeSection
{
    private const int MostTypes = 25;

    public static ReportSection? Build(AllocationDigest? allocation) => allocation is null ? null : new ReportSection(
        "types",
        "Allocation by type",
        allocation.Source == AllocationSource.Tick
            ? "From AllocationTick events, which are biased (see above). Use them for orders of magnitude, not for small differences."
            : "Estimated from randomly sampled allocations, with 95 % intervals.",
        allocation.Types.Count == 0 ? new ReportBlock.Facts(new Fact("Allocated", "no allocation was sampled")) : Table(allocation));

    private static ReportBlock.Table Table(AllocationDigest allocation)
    {
        var shown = allocation.Types.Take(MostTypes).ToList();
        List<IReadOnlyList<ReportCell>> rows = [.. shown.Select(type => Cells(type, allocation))];
        var rest = allocation.Total.Samples - shown.Sum(type => type.Estimate.Samples);
        if (rest > 0) rows.Add(Rest(allocation, shown, rest));
        rows.Add(Total(allocation));
        return new ReportBlock.Table(
            $"Bytes per second by type, largest first, over {Figures.Time(allocation.Seconds * 1e9)}",
            [new("Type", Numeric: false), new("Allocated"), new("Share"), new("Bytes"), new("Object size"), new("Samples")],
            new ReportGroup(null, rows));
    }

    private static IReadOnlyList<ReportCell> Cells(TypeAllocation type, AllocationDigest allocation) =>
    [
        new(VisibleText.Type(type.Type)),
        new(Rate(type.Estimate, allocation)),
        new(Share(type.Estimate.Bytes, allocation)),
        new(Figures.Size(type.Estimate.Bytes)),
        new(Figures.Size(type.MeanObjectBytes)),
        new(Figures.Count(type.Estimate.Samples)),
    ];

    private static IReadOnlyList<ReportCell> Rest(AllocationDigest allocation, List<TypeAllocation> shown, long samples)
    {
        var bytes = Math.Max(0, allocation.Total.Bytes - shown.Sum(type => type.Estimate.Bytes));
        return
        [
            new("All other types"),
            new(Figures.SizeRate(bytes / allocation.Seconds)),
            new(Share(bytes, allocation)),
            new(Figures.Size(bytes)),
            new("–"),
            new(Figures.Count(samples)),
        ];
    }

    private static IReadOnlyList<ReportCell> Total(AllocationDigest allocation) =>
    [
        new("All"),
        new(Rate(allocation.Total, allocation)),
        new(Share(allocation.Total.Bytes, allocation)),
        new(Figures.Size(allocation.Total.Bytes)),
        new("–"),
        new(Figures.Count(allocation.Total.Samples)),
    ];

    private static string Rate(AllocationEstimate estimate, AllocationDigest allocation) => Figures.SizeRate(RateInterval.Of(estimate, allocation.Seconds));

    private static string Share(double bytes, AllocationDigest allocation) => Figures.Percent(bytes / allocation.Total.Bytes);
}

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
