using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>A side's pool hit rate in the traced window, or why it has none.</summary>
internal static class PoolReading
{
    /// <summary>Why a pooled method has no rate under runtime async.</summary>
    public const string Ignored = "runtime async ignores the pooling attribute: nothing is rented, and each suspension allocates";

    // Every rate is checked, and a pool that never hits lies on the very edge. Not as wide as the checks of traces, since these bounds are also shown.
    private const double WideConfidence = 0.999;

    /// <summary>Reads the rate out of a side's trace.</summary>
    /// <param name="variant">What was measured, as the host described it; null when the catalogue does not know it.</param>
    /// <param name="trace">Its trace, or null.</param>
    /// <param name="compiler">How its process was compiled.</param>
    public static Figure<PoolHitRate?> Of(VariantDescription? variant, TraceAnalysis? trace, HostCompiler compiler = HostCompiler.Default)
    {
        if (IsIgnored(variant, compiler)) return Without(Ignored);
        if (WhyNoRenting(variant) is { } never) return Without(never);
        if (WhyUnreadable(trace) is { } unreadable) return Without(unreadable);
        return trace!.Window is { Suspensions: { } suspensions } window && variant?.PooledBoxes is { } boxes
            ? Rate(trace.Allocations, window, suspensions * boxes)
            : Without("the trace does not count suspensions: it is of an older version");
    }

    /// <summary>Whether a variant asks for pooled boxes, and its process has none.</summary>
    public static bool IsIgnored(VariantDescription? variant, HostCompiler compiler) =>
        compiler == HostCompiler.RuntimeAsync && variant is { Builder: "pooling" } or { PooledBoxes: > 0 };

    private static string? WhyNoRenting(VariantDescription? variant) => variant switch
    {
        null => "the catalogue does not describe the variant",
        { PooledBoxes: 0 } => "the variant has no pooled method",
        { PooledBoxes: null } => "how many boxes an operation rents depends on its parameters or on timing",
        _ => null,
    };

    private static string? WhyUnreadable(TraceAnalysis? trace) => trace switch
    {
        null => "there is no trace to count boxes in",
        { Problem: { } problem } => $"the trace cannot be relied on: {problem}",
        { EventsLost: not 0 } => "the trace lost events, boxes among them",
        { Window: null } => TraceAnalysis.NoWindow,
        { Source: AllocationSource.Tick } => "runtimes before .NET 10 record no randomised samples, and AllocationTick events do not show how many boxes there were",
        _ => null,
    };

    private static Figure<PoolHitRate?> Rate(IReadOnlyList<TypeAllocation> allocations, TraceWindow window, long rented)
    {
        if (rented <= 0) return Without("no operation suspended in the traced window");
        var boxes = BoxCount.Of(allocations, window.AllocatedBytes, AllocationTally.Confidence);
        var wide = BoxCount.Of(allocations, window.AllocatedBytes, WideConfidence);
        if (wide.Low > rented)
            return Without(FormattableString.Invariant($"at least {wide.Low:0} boxes were allocated but only {rented} rented: other code rents too, or operations complete before the load looks"));
        // An interval of impossible values misses the rate; cut off, it would look certain.
        return PoolHitRate.Of(boxes.Low > rented ? wide : boxes, rented);
    }

    private static Figure<PoolHitRate?> Without(string reason) => new(null, reason);
}

/// <summary>How often a suspended operation found its boxes in the pools of <c>PoolingAsyncValueTaskMethodBuilder</c>, in one side's traced window.</summary>
/// <param name="Rate">1 − boxes allocated ÷ boxes rented, 0 to 1.</param>
/// <param name="Low">Lower bound, 0 to 1: at 95 %, or at 99.9 % where the interval of 95 % lies entirely below 0.</param>
/// <param name="High">Upper bound, likewise.</param>
/// <param name="BoxesAllocated">Boxes that no pool could give: the bytes of their types by the trace ÷ their size.</param>
/// <param name="BoxesRented">Operations that suspended, times the boxes that each rents.</param>
/// <remarks>
/// The driver counts what rents: an operation that is not complete when it returns has suspended. One that suspends inside and is complete again by
/// then rents uncounted, which makes the rate too low. Where every operation yields to the thread pool, on two cores, that is at most 5 in a
/// thousand, and 0.4 in a thousand on average, under every load (docs/evidence/pooling.md).
/// </remarks>
public sealed record PoolHitRate(double Rate, double Low, double High, double BoxesAllocated, long BoxesRented)
{
    /// <summary>The rate of so many boxes.</summary>
    /// <param name="rented">Boxes rented, 1 or more.</param>
    internal static PoolHitRate Of(BoxCount allocated, long rented) => new(
        Share(allocated.Boxes, rented),
        Share(allocated.High, rented),
        Share(allocated.Low, rented),
        allocated.Boxes,
        rented);

    // An estimate, or a bound, may lie beyond what can be: more boxes than were rented. The share ends there.
    private static double Share(double allocated, long rented) => Math.Clamp(1 - (allocated / rented), 0, 1);
}

/// <summary>State-machine boxes of <c>PoolingAsyncValueTaskMethodBuilder</c> that were allocated in a traced window: misses of its pools.</summary>
/// <remarks>
/// Samples say which share of the bytes went into boxes, the process's counter says exactly how many bytes there were. So all draws count, not
/// those of boxes alone, and where nothing else is allocated the figure is exact.
/// </remarks>
internal sealed record BoxCount(double Boxes, double Low, double High)
{
    // The runtime writes a nested type without its declaring ones: the box of the default builders is an AsyncStateMachineBox`1.
    private const string TypeName = "StateMachineBox`1[";

    /// <summary>Size of the smallest box there can be on x64 .NET 10: it keeps a state, an awaiter and nothing else.</summary>
    internal const int SmallestBoxBytes = 96;

    /// <param name="allocatedBytes">All bytes allocated, by the process's exact counter.</param>
    /// <param name="confidence">Coverage, above 0 and below 1.</param>
    public static BoxCount Of(IReadOnlyList<TypeAllocation> allocations, long allocatedBytes, double confidence)
    {
        // Measured processes run on .NET 8 or later, which reports the size of each object.
        var boxes = allocations.Where(type => type.Type.StartsWith(TypeName, StringComparison.Ordinal)).ToList();
        var (seen, draws) = (boxes.Sum(type => type.Estimate.Samples), allocations.Sum(type => type.Estimate.Samples));
        var (low, high) = ClopperPearson.Interval(seen, draws, confidence);
        // Small objects all stand for nearly the same number of bytes, so a share of the draws is one of the bytes.
        var bytes = seen == 0 ? 0 : allocatedBytes * boxes.Sum(type => type.Estimate.Bytes) / allocations.Sum(type => type.Estimate.Bytes);
        var size = seen == 0 ? SmallestBoxBytes : boxes.Sum(type => type.Estimate.Bytes) / boxes.Sum(type => type.Estimate.Bytes / type.MeanObjectBytes!.Value);
        var ofAll = seen == 0 ? allocatedBytes : bytes * draws / seen;
        return new BoxCount(bytes / size, low * ofAll / size, high * ofAll / size);
    }
}
