using AsyncLoad.Analysis;
using AsyncLoad.Tracing.Allocations;

namespace AsyncLoad.Reporting.Document.Tracing;

/// <summary>
/// Allocation by site. What drives operations is not part of the code that allocates: stacks end where a load or the thread pool begins. Stacks that
/// differ only further out are one site.
/// </summary>
internal static class StackSites
{
    // Types of the measured process that call operations, and of the runtime that call those.
    private static readonly string[] Drivers =
    [
        "WorkerSlot.", "BatchLoop.", "AwaitingLoop.", "PoolFlow.", "PoolFlows.", "ArrivalFlows.", "DrivingThread.", "Load.", "SequentialLoad.", "ParallelForLoad.", "ClosedLoopLoad.",
        "WaveLoad.", "OpenLoopLoad.", "StagedLoad.", "ThreadPoolWorkQueue.", "PortableThreadPool.", "Thread.StartCallback", "Thread.StartHelper.",
    ];

    /// <summary>The sites, largest first.</summary>
    public static IReadOnlyList<StackAllocation> Of(IEnumerable<StackAllocation> stacks) =>
    [
        .. stacks
            .Select(stack => stack with { Frames = Own(stack.Frames) })
            .GroupBy(stack => (stack.Type, Site: string.Join('\n', stack.Frames)))
            .Select(site => Sum([.. site]))
            .OrderByDescending(site => site.Estimate.Bytes),
    ];

    /// <summary>The frames up to the load, each method once: the stub of an async method stands beside its body, with and without parentheses.</summary>
    public static IReadOnlyList<string> Own(IReadOnlyList<string> frames)
    {
        var own = new List<string>();
        foreach (var frame in frames)
        {
            if (own.Count > 0 && Drivers.Any(driver => frame.StartsWith(driver, StringComparison.Ordinal))) break;
            if (own.Count > 0 && AreOne(own[^1], frame)) own[^1] = Bare(frame);
            else own.Add(frame);
        }

        return own;
    }

    // Two overloads that call each other are two methods.
    private static bool AreOne(string inner, string outer) =>
        Bare(inner) == Bare(outer) && (inner != outer) && (!inner.Contains('(', StringComparison.Ordinal) || !outer.Contains('(', StringComparison.Ordinal));

    private static string Bare(string frame) => frame.IndexOf('(', StringComparison.Ordinal) is > 0 and var end ? frame[..end] : frame;

    // Samples of different stacks are drawn independently, so their errors add up as squares.
    private static StackAllocation Sum(IReadOnlyList<StackAllocation> same)
    {
        if (same is [var only]) return only;
        var bytes = same.Sum(stack => stack.Estimate.Bytes);
        var below = Math.Sqrt(same.Sum(stack => Math.Pow(stack.Estimate.Bytes - stack.Estimate.Low, 2)));
        var above = Math.Sqrt(same.Sum(stack => Math.Pow(stack.Estimate.High - stack.Estimate.Bytes, 2)));
        return same[0] with { Estimate = new AllocationEstimate(same.Sum(stack => stack.Estimate.Samples), bytes, Math.Max(0, bytes - below), bytes + above) };
    }
}

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
