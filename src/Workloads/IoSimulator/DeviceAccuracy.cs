using System.Numerics;

namespace AsyncLoad.Workloads.IoSimulator;

/// <summary>
/// Latencies that a device was asked for and delivered. Asked is what was drawn, waiting for a server included. Delivered ends where the device passes the access
/// to its completion thread: waiting in the queue of the thread pool belongs to the load.
/// </summary>
/// <param name="Accesses">Accesses completed.</param>
/// <param name="Asked">Quantiles of the latency asked for.</param>
/// <param name="Delivered">Quantiles of the latency delivered; never early, so never below what was asked.</param>
public sealed record DeviceAccuracy(long Accesses, LatencyQuantiles Asked, LatencyQuantiles Delivered)
{
    /// <summary>A median may differ by a tenth of the asked one, or by this.</summary>
    private static readonly TimeSpan Allowance = TimeSpan.FromMicroseconds(20);

    /// <summary>Whether the delivered median differs from the asked one by no more than max(10 %, 20 µs).</summary>
    public bool IsMedianKept
    {
        get
        {
            var tenth = Asked.P50 / 10;
            return (Delivered.P50 - Asked.P50).Duration() <= (tenth > Allowance ? tenth : Allowance);
        }
    }
}

/// <summary>Two quantiles of a latency.</summary>
/// <param name="P50">Median.</param>
/// <param name="P99">99th percentile.</param>
public sealed record LatencyQuantiles(TimeSpan P50, TimeSpan P99);

/// <summary>Asked and delivered latencies of a device, recorded by its thread.</summary>
internal sealed class AccuracyRecorder
{
    private readonly LatencyHistogram asked = new();
    private readonly LatencyHistogram delivered = new();

    public void Record(long askedNanoseconds, long deliveredNanoseconds)
    {
        asked.Record(askedNanoseconds);
        delivered.Record(deliveredNanoseconds);
    }

    /// <summary>What was recorded so far, or null when that is nothing.</summary>
    public DeviceAccuracy? Read() =>
        Quantiles(asked) is { } askedFor && Quantiles(delivered) is { } given ? new DeviceAccuracy(delivered.Count, askedFor, given) : null;

    private static LatencyQuantiles? Quantiles(LatencyHistogram histogram) =>
        histogram.Quantile(0.5) is { } median && histogram.Quantile(0.99) is { } tail ? new LatencyQuantiles(Span(median), Span(tail)) : null;

    private static TimeSpan Span(long nanoseconds) => new(nanoseconds / TimeSpan.NanosecondsPerTick);
}

/// <summary>
/// Counts of latencies in buckets that grow with the value: exact below 256 ns, within 1/256 above. It always takes 58 kB;
/// recording allocates nothing. Only one thread may record. Others may read meanwhile; their counts may lack the last few values.
/// </summary>
public sealed class LatencyHistogram
{
    // 128 buckets per octave: the middle of a bucket differs from a value in it by 1/256 at most.
    private const int OctaveBits = 7;
    private const int Octave = 1 << OctaveBits;
    private const int Octaves = 64 - OctaveBits;

    private readonly long[] buckets = new long[Octave * Octaves];

    /// <summary>Values recorded.</summary>
    public long Count
    {
        get
        {
            var sum = 0L;
            foreach (var bucket in buckets) sum += bucket;
            return sum;
        }
    }

    /// <summary>Adds a value in ns; negative ones count as 0.</summary>
    public void Record(long nanoseconds) => buckets[BucketOf(Math.Max(0, nanoseconds))]++;

    /// <summary>A quantile by nearest rank, in ns, or null when nothing was recorded.</summary>
    /// <param name="fraction">From 0 to 1.</param>
    public long? Quantile(double fraction)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(fraction);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(fraction, 1);
        var rank = Math.Max(1, (long)Math.Ceiling(fraction * Count));
        var seen = 0L;
        for (var index = 0; index < buckets.Length; index++)
        {
            seen += buckets[index];
            if (seen >= rank) return MiddleOf(index);
        }

        return null;
    }

    private static int BucketOf(long value)
    {
        if (value < Octave) return (int)value;
        var shift = BitOperations.Log2((ulong)value) - OctaveBits;
        return (shift * Octave) + (int)(value >> shift);
    }

    private static long MiddleOf(int bucket)
    {
        if (bucket < 2 * Octave) return bucket;
        var shift = (bucket / Octave) - 1;
        return ((long)((bucket % Octave) + Octave) << shift) + (1L << (shift - 1));
    }
}
