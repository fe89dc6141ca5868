using AsyncLoad.Tracing.Allocations;

namespace AsyncLoad.Reporting.Document.Tracing;

/// <summary>The stacks that allocate most, in words.</summary>
internal static class StackBlock
{
    /// <summary>The first stacks; null without any.</summary>
    /// <param name="stacks">Largest first.</param>
    public static ReportBlock.Stacks? Of(string caption, IReadOnlyList<StackAllocation> stacks, StackLimits limits, Func<AllocationEstimate, string> figure) =>
        stacks.Count == 0 ? null : new ReportBlock.Stacks(caption, [.. stacks.Take(limits.Stacks).Select(stack => new StackText(
            VisibleText.Type(stack.Type),
            $"{figure(stack.Estimate)}, {Figures.Plural(stack.Estimate.Samples, "sample")}",
            [.. stack.Frames.Take(limits.Frames).Select(VisibleText.Type)],
            Math.Max(0, stack.Frames.Count - limits.Frames)))]);
}

/// <summary>How much of a list of stacks is shown.</summary>
internal sealed record StackLimits(int Stacks, int Frames);
