using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Analysis.Trace;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>State-machine boxes of <c>PoolingAsyncValueTaskMethodBuilder</c> that were allocated in a traced window: misses of its pools.</summary>
/// <param name="Samples">Samples it rests on.</param>
/// <param name="Boxes">Boxes: sampled bytes ÷ size, summed over the types.</param>
/// <param name="Low">Lower bound.</param>
/// <param name="High">Upper bound.</param>
internal sealed record BoxCount(long Samples, double Boxes, double Low, double High)
{
    // The runtime writes a nested type without its declaring ones: the box of the default builders is an AsyncStateMachineBox`1.
    private const string TypeName = "StateMachineBox`1[";

    /// <summary>Size of the smallest box there can be on x64 .NET 10: a state machine that returns nothing and has no local to keep.</summary>
    internal const int SmallestBoxBytes = 96;

    /// <summary>Counts the boxes among sampled types.</summary>
    /// <param name="allocations">Sampled bytes by type.</param>
    /// <param name="allocatedBytes">Bytes that the workload allocated, by the process's exact counter: no more boxes than fit into them.</param>
    /// <param name="confidence">Coverage, above 0 and below 1.</param>
    public static BoxCount Of(IEnumerable<TypeAllocation> allocations, long allocatedBytes, double confidence)
    {
        var types = allocations.Where(type => type.Type.StartsWith(TypeName, StringComparison.Ordinal)).ToList();
        var samples = types.Sum(type => type.Estimate.Samples);
        var smallest = types.Count == 0 ? SmallestBoxBytes : types.Min(type => type.MeanObjectBytes);
        // One Poisson count over all types: bounds of each, added up, would be too wide. Without samples the bounds come in bytes, not boxes.
        var boxes = types.Sum(type => type.Estimate.Bytes / type.MeanObjectBytes);
        var sampled = AllocationSampling.Estimate(samples, boxes, confidence);
        var high = samples == 0 ? sampled.High / smallest : sampled.High;
        var most = Math.Max(0, allocatedBytes) / smallest;
        return new BoxCount(samples, Math.Min(boxes, most), Math.Min(sampled.Low, most), Math.Min(high, most));
    }
}
