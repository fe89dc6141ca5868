using System.Runtime.InteropServices;
using AsyncLoad.Host.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Latency;

/// <summary>The latencies of a load: separate counts for each of the first 64 workers, at 135 kB each. Further workers share them.</summary>
internal sealed class LatencyRecorder
{
    private const int MostStripes = 64;

    private readonly LatencyCounts[] stripes;

    public LatencyRecorder(int workers)
    {
        stripes = new LatencyCounts[Math.Clamp(workers, 1, MostStripes)];
        for (var stripe = 0; stripe < stripes.Length; stripe++) stripes[stripe] = new LatencyCounts();
    }

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

    /// <summary>Forgets everything; only while nothing is being recorded.</summary>
    public void Clear()
    {
        foreach (var stripe in stripes) stripe.Clear();
    }

    /// <summary>What was recorded; only while nothing is being recorded.</summary>
    public Latencies ToLatencies() => Latencies.Merge(stripes.Select(stripe => stripe.ToLatencies()));
}

/// <summary>
/// Counts of latencies in the buckets of <see cref="Latencies"/>, 135 kB, made before anything is recorded. Recording allocates nothing and takes
/// about 10 ns. Threads may share one, since counts are added atomically. A count of 32 bits suffices: 2³¹ latencies of 1 µs each take 36 minutes.
/// </summary>
internal sealed class LatencyCounts
{
    private static long heldBytes;

    private int[] buckets = [];
    private Totals totals;

    /// <summary>Bytes of all buckets of this process, which are not held by its operations.</summary>
    public static long HeldBytes => Volatile.Read(ref heldBytes);

    /// <summary>Makes the buckets; once, before the first latency.</summary>
    public void Allocate()
    {
        if (buckets.Length > 0) return;
        buckets = new int[Latencies.BucketCount];
        Interlocked.Add(ref heldBytes, sizeof(int) * (long)buckets.Length);
    }

    /// <summary>Adds a latency between two timestamps.</summary>
    public void Record(long from, long to) => Record(Ticks.ToNanoseconds(to - from));

    /// <summary>Adds a latency in ns; a negative one counts as 0.</summary>
    public void Record(long nanoseconds)
    {
        var value = Math.Max(0, nanoseconds);
        Interlocked.Increment(ref buckets[Latencies.IndexOf(value)]);
        Interlocked.Add(ref totals.Sum, value);
        for (var max = Volatile.Read(ref totals.Max); value > max;)
        {
            var seen = Interlocked.CompareExchange(ref totals.Max, value, max);
            if (seen == max) return;
            max = seen;
        }
    }

    /// <summary>Sum of all latencies so far, in ns.</summary>
    public long Sum => Volatile.Read(ref totals.Sum);

    /// <summary>Forgets everything; only while nothing is being recorded.</summary>
    public void Clear()
    {
        Array.Clear(buckets);
        totals = default;
    }

    /// <summary>What was recorded; only while nothing is being recorded.</summary>
    public Latencies ToLatencies() => Latencies.Of(
        Array.ConvertAll(buckets, count => (long)count), new Nanoseconds(totals.Max), new Nanoseconds(totals.Sum));

    // Padded to separate cache lines, since each worker writes its totals.
    [StructLayout(LayoutKind.Explicit, Size = 256)]
    private struct Totals
    {
        [FieldOffset(128)]
        public long Sum;

        [FieldOffset(136)]
        public long Max;
    }
}
