using System.Numerics;

namespace AsyncLoad.Workloads.IoSimulator;

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
