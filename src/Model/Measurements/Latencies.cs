using System.Numerics;
using System.Text.Json.Serialization;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Measurements;

/// <summary>
/// How many of a set of latencies fell into each bucket. Buckets are those of HdrHistogram (Gil Tene) for 1 ns to 1 h at 3 significant digits:
/// exact below 2,048 ns, within 1/1,024 of the value above. Merging adds counts, so nothing is lost by it. Immutable.
/// </summary>
/// <param name="Max">The largest latency, exact; 0 when there is none.</param>
/// <param name="Sum">All latencies together.</param>
/// <param name="Gaps">Pairs of numbers for each bucket that holds something, ascending: how many empty buckets come before it, and its count.</param>
public sealed record Latencies(Nanoseconds Max, Nanoseconds Sum, IReadOnlyList<long> Gaps)
{
    /// <summary>Number of buckets: 2,048 of 1 ns, then 1,024 for each doubling up to an hour.</summary>
    public const int BucketCount = (Octaves + 1) * HalfLength;

    /// <summary>The longest latency that is told apart: one hour.</summary>
    public const long LongestNanoseconds = 3_600_000_000_000;

    private const int LinearBits = 11;
    private const int HalfBits = LinearBits - 1;
    private const int HalfLength = 1 << HalfBits;

    // 2^11 ns doubled 31 times is 73 minutes.
    private const int Octaves = 32;

    /// <summary>No latency at all.</summary>
    public static Latencies None { get; } = new(default, default, []);

    /// <summary>How many latencies.</summary>
    [JsonIgnore]
    public long Count => Buckets.Sum(bucket => bucket.Count);

    /// <summary>Their mean; null when there is none.</summary>
    [JsonIgnore]
    public double? MeanNanoseconds => Count is > 0 and var count ? Sum.Value / (double)count : null;

    /// <summary>The buckets that hold something, ascending.</summary>
    [JsonIgnore]
    public IEnumerable<LatencyBucket> Buckets
    {
        get
        {
            var next = 0L;
            for (var at = 0; at + 1 < Gaps.Count; at += 2)
            {
                var index = (int)(next + Gaps[at]);
                yield return new LatencyBucket(index, Gaps[at + 1]);
                next = index + 1;
            }
        }
    }

    /// <summary>Number of the bucket of a latency in ns. Below 0 counts as 0, above <see cref="LongestNanoseconds"/> as that.</summary>
    public static int IndexOf(long nanoseconds)
    {
        var value = Math.Clamp(nanoseconds, 0, LongestNanoseconds);
        var octave = Math.Max(0, BitOperations.Log2((ulong)value) - HalfBits);
        return (octave << HalfBits) + (int)(value >> octave);
    }

    /// <summary>The longest latency, in ns, that falls into a bucket.</summary>
    public static long LongestOf(int index)
    {
        var octave = Math.Max(0, (index >> HalfBits) - 1);
        return (((long)(index - (octave << HalfBits)) + 1) << octave) - 1;
    }

    /// <summary>Latencies that were counted by bucket.</summary>
    /// <param name="counts">A count for each bucket, in order.</param>
    /// <param name="max">The largest latency.</param>
    /// <param name="sum">All latencies together.</param>
    public static Latencies Of(ReadOnlySpan<long> counts, Nanoseconds max, Nanoseconds sum)
    {
        var gaps = new List<long>();
        var empty = 0L;
        foreach (var count in counts)
        {
            if (count == 0)
            {
                empty++;
                continue;
            }

            gaps.AddRange([empty, count]);
            empty = 0;
        }

        return new Latencies(max, sum, gaps);
    }

    /// <summary>All latencies of several sets.</summary>
    public static Latencies Merge(IEnumerable<Latencies> sets)
    {
        var counts = new long[BucketCount];
        var (max, sum) = (default(Nanoseconds), default(Nanoseconds));
        foreach (var set in sets)
        {
            foreach (var bucket in set.Buckets) counts[bucket.Index] += bucket.Count;
            max = new Nanoseconds(Math.Max(max.Value, set.Max.Value));
            sum += set.Sum;
        }

        return Of(counts, max, sum);
    }

    /// <summary>A quantile by nearest rank: the longest latency of its bucket, as HdrHistogram gives it; null when there is none.</summary>
    /// <param name="fraction">From 0 to 1.</param>
    public Nanoseconds? Quantile(double fraction)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(fraction);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(fraction, 1);
        var rank = Math.Max(1, (long)Math.Ceiling(fraction * Count));
        var seen = 0L;
        foreach (var bucket in Buckets)
        {
            seen += bucket.Count;
            if (seen >= rank) return new Nanoseconds(Math.Min(LongestOf(bucket.Index), Max.Value));
        }

        return null;
    }
}

/// <summary>A bucket with what fell into it.</summary>
/// <param name="Index">Its number, from 0.</param>
/// <param name="Count">How many latencies, 1 or more.</param>
public readonly record struct LatencyBucket(int Index, long Count);

/// <summary>How long single operations took, over the measured slices of one side of a pair.</summary>
/// <param name="Service">From the moment an operation was started to its end.</param>
/// <param name="Response">From the moment it was due to its end, waiting for its start included; null for loads without a schedule.</param>
/// <param name="Hiccups">How late a thread of the same process, which repeatedly slept for 1 ms, woke: the delays of the platform and the GC.</param>
/// <param name="Arrivals">What became of arrivals; null for loads without a schedule.</param>
public sealed record LatencyReport(Latencies Service, Latencies? Response, Latencies Hiccups, ArrivalReport? Arrivals)
{
    /// <summary>Response time: from due to done where there is a schedule, else from start to end.</summary>
    [JsonIgnore]
    public Latencies ResponseTime => Response ?? Service;
}

/// <summary>What became of arrivals that were due in the measured slices.</summary>
/// <param name="Due">Arrivals that were due.</param>
/// <param name="Late">Those that were started 1 ms or more after they were due.</param>
/// <param name="Dropped">Those that were not started, because the largest allowed number of operations was running.</param>
/// <param name="Lateness">How late the pacer handed arrivals over.</param>
/// <param name="PacerCpu">Processor time of the pacer's thread.</param>
public sealed record ArrivalReport(long Due, long Late, long Dropped, Latencies Lateness, Nanoseconds PacerCpu)
{
    /// <summary>1 ms: a start later than that is counted as late.</summary>
    public const long LateNanoseconds = 1_000_000;
}
