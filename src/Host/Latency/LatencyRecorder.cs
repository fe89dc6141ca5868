using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Host.Latency;

/// <summary>
/// The latencies of a load: counts of its own for each worker, shared between workers beyond the 64th, where 135 KB each would be a heap of their own.
/// </summary>
internal sealed class LatencyRecorder
{
    private const int MostStripes = 64;

    private readonly LatencyCounts[] stripes;

    public LatencyRecorder(int workers)
    {
        stripes = new LatencyCounts[Math.Clamp(workers, 1, MostStripes)];
        for (var stripe = 0; stripe < stripes.Length; stripe++) stripes[stripe] = new LatencyCounts();
    }

    /// <summary>Where a worker records.</summary>
    public LatencyCounts Of(int worker) => stripes[worker % stripes.Length];

    /// <summary>Sum of all latencies so far, in ns.</summary>
    public long Sum
    {
        get
        {
            var sum = 0L;
            foreach (var stripe in stripes) sum += stripe.Sum;
            return sum;
        }
    }

    /// <summary>Makes room; once, before the first latency.</summary>
    public void Allocate()
    {
        foreach (var stripe in stripes) stripe.Allocate();
    }

    /// <summary>Forgets everything; while nobody records.</summary>
    public void Clear()
    {
        foreach (var stripe in stripes) stripe.Clear();
    }

    /// <summary>What was recorded; while nobody records.</summary>
    public Latencies ToLatencies() => Latencies.Merge(stripes.Select(stripe => stripe.ToLatencies()));
}
