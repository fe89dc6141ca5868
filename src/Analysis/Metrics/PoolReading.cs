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
        { Window: null } => "the trace has no measured window",
        { Source: AllocationSource.Tick } => "runtimes before .NET 10 record no randomised samples, and AllocationTick events do not show how many boxes there were",
        _ => null,
    };

    private static Figure<PoolHitRate?> Rate(IReadOnlyList<TypeAllocation> allocations, TraceWindow window, long rented)
    {
        if (rented <= 0) return Without("no operation suspended in the traced window");
        var boxes = BoxCount.Of(allocations, window.AllocatedBytes, AllocationTally.Confidence);
        var wide = BoxCount.Of(allocations, window.AllocatedBytes, WideConfidence);
        if (wide.Low > rented)
            return Without(FormattableString.Invariant($"at least {wide.Low:0} boxes were allocated but only {rented} rented: other code rents too, or operations complete before the driver looks"));
        // An interval of impossible values misses the rate; cut off, it would look certain.
        return PoolHitRate.Of(boxes.Low > rented ? wide : boxes, rented);
    }

    private static Figure<PoolHitRate?> Without(string reason) => new(null, reason);
}
