using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Tracing.Allocations;

namespace AsyncLoad.Analysis.Metrics;

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
