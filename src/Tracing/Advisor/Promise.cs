using AsyncLoad.Tracing.Advisor.Rules;
using AsyncLoad.Tracing.Allocations;

namespace AsyncLoad.Tracing.Advisor;

/// <summary>What a remedy is promised to remove.</summary>
internal static class Promise
{
    // Since then a delegate that only inlined code calls need not be on the heap (dotnet/runtime, escape analysis of delegates).
    private const int FirstWithDelegatesOnStack = 10;

    /// <summary>Bytes per second with their interval; null without a remedy, and where none of the bytes certainly belongs to the method.</summary>
    public static RateInterval? Of(AdviceCase seen, Counsel counsel, AdviceScale scale)
    {
        if (counsel.Remedy is null || seen.Package is not null) return null;
        List<Evidence> promised = [.. seen.Evidence.Where(counsel.Removes).Concat(counsel.Also?.Evidence ?? []).Where(one => one.IsPromised)];
        if (Sum(promised) is not { } removed) return null;
        var certain = Sum(promised.Where(one => !one.IsUnclear));
        return scale.Removable(removed with { Low = certain?.Low ?? 0 }, Added(counsel), Sum(MayRemove(seen, counsel)));
    }

    /// <summary>Whether a delegate may stay off the heap on the traced runtime.</summary>
    public static bool AllowsDelegatesOnStack(AdviceCase seen) => seen.Runtime is null or >= FirstWithDelegatesOnStack;

    // No remedy is credited with these. They only widen the interval.
    private static IEnumerable<Evidence> MayRemove(AdviceCase seen, Counsel counsel) => counsel.Kind switch
    {
        // Without its task a method may be inlined, and then the delegates that it makes or takes are local.
        RemedyKind.ReturnValueTask or RemedyKind.ReturnTaskItself when AllowsDelegatesOnStack(seen) => seen.Delegates,
        RemedyKind.PoolBoxes => seen.Delegates.Where(one => one.IsUnclear),
        _ => [],
    };

    // What the remedy allocates instead; null for nothing.
    private static AllocationEstimate? Added(Counsel counsel)
    {
        List<AllocationEstimate> added = [.. counsel.Instead.Select(Added).OfType<AllocationEstimate>()];
        return added.Count == 0 ? null : new AllocationEstimate(added.Sum(one => one.Samples), added.Sum(one => one.Bytes), added.Sum(one => one.Low), added.Sum(one => one.High));
    }

    private static AllocationEstimate? Added(Growth growth)
    {
        if (growth.Objects is not { Samples: > 0, MeanObjectBytes: { } size } tally) return null;
        var objects = tally.Estimate(AllocationTally.Confidence);
        return objects with { Bytes = objects.Bytes / size * growth.Bytes, Low = Least(objects, growth.Low) / size, High = -Least(objects, -growth.High) / size };
    }

    private static double Least(AllocationEstimate objects, double bytes) => Math.Min(objects.Low * bytes, objects.High * bytes);

    // Null for none: the interval of no sample is not empty.
    private static AllocationEstimate? Sum(IEnumerable<Evidence> evidence) =>
        AllocationTally.Sum(evidence.Select(one => one.Sighting.Site.Tally)) is { Samples: > 0 } tally ? tally.Estimate(AllocationTally.Confidence) : null;
}
