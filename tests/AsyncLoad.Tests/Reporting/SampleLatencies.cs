using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Tests.Reporting;

/// <summary>Latencies made by hand.</summary>
internal static class SampleLatencies
{
    /// <summary>These latencies, in ns.</summary>
    public static Latencies Of(IEnumerable<long> values)
    {
        var counts = new long[Latencies.BucketCount];
        var (max, sum) = (0L, 0L);
        foreach (var value in values)
        {
            counts[Latencies.IndexOf(value)]++;
            (max, sum) = (Math.Max(max, value), sum + value);
        }

        return Latencies.Of(counts, new Nanoseconds(max), new Nanoseconds(sum));
    }

    /// <summary>A side without a schedule: a body around the median and a tail that pauses draw out.</summary>
    /// <param name="median">In ns.</param>
    /// <param name="pause">The longest, in ns.</param>
    /// <param name="count">How many.</param>
    public static SideLatency Closed(long median, long pause, int count)
    {
        var felt = Of(Enumerable.Range(1, count).Select(number => (long)(median * Stretch(number, count)) + (number % 400 == 0 ? pause * (number % 1_600 / 400) / 4 : 0)));
        var floor = Of(Enumerable.Range(1, 12_000).Select(number => number % 900 == 0 ? 2_000_000L : 18_000));
        return new SideLatency(felt, felt, floor, floor, null, []);
    }

    // From four fifths to twice the median, most of it close by.
    private static double Stretch(int number, int count)
    {
        var place = (number * 7919L % count) / (double)count;
        return 0.8 + (0.4 * place) + (0.8 * Math.Pow(place, 12));
    }
}
