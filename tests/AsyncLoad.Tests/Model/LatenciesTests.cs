using AsyncLoad.Host.Latency;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Host.Pressure;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Model;

/// <summary>Histograms against the plain list of what was recorded.</summary>
public sealed class LatenciesTests
{
    [Theory]
    [InlineData(0, 0)]
    [InlineData(2_047, 2_047)]
    [InlineData(2_048, 2_048)]
    [InlineData(2_049, 2_048)]
    [InlineData(2_050, 2_049)]
    [InlineData(4_096, 3_072)]
    [InlineData(-5, 0)]
    public void Buckets_are_those_of_the_layout(long nanoseconds, int index) => Assert.Equal(index, Latencies.IndexOf(nanoseconds));

    [Fact]
    public void An_hour_has_a_bucket_and_more_goes_to_the_same()
    {
        Assert.InRange(Latencies.IndexOf(Latencies.LongestNanoseconds), 0, Latencies.BucketCount - 1);
        Assert.Equal(Latencies.IndexOf(Latencies.LongestNanoseconds), Latencies.IndexOf(long.MaxValue));
    }

    [Fact]
    public void A_bucket_ends_where_the_next_begins_and_is_a_thousandth_wide_at_most() => Prop
        .ForAll(Value, nanoseconds =>
        {
            var index = Latencies.IndexOf(nanoseconds);
            var longest = Latencies.LongestOf(index);
            return longest >= nanoseconds && longest - nanoseconds <= nanoseconds / 1_024.0
                && Latencies.IndexOf(longest) == index && Latencies.IndexOf(longest + 1) == index + 1;
        })
        .QuickCheckThrowOnFailure();

    [Fact]
    public void A_quantile_is_that_of_the_sorted_list_to_a_thousandth() => Prop
        .ForAll(Values, Fraction, (values, fraction) =>
        {
            var sorted = values.Order().ToList();
            var exact = sorted[(int)Math.Max(1, Math.Ceiling(fraction * sorted.Count)) - 1];
            var found = Recorded(values).Quantile(fraction)!.Value.Value;
            return found >= exact && found - exact <= exact / 1_024.0;
        })
        .QuickCheckThrowOnFailure();

    [Fact]
    public void Merging_loses_nothing_and_knows_no_order() => Prop
        .ForAll(Values, Values, Values, (first, second, third) =>
        {
            var (a, b, c) = (Recorded(first), Recorded(second), Recorded(third));
            var all = Recorded([.. first, .. second, .. third]);
            return Same(all, Latencies.Merge([a, b, c])) && Same(all, Latencies.Merge([c, Latencies.Merge([b, a])]));
        })
        .QuickCheckThrowOnFailure();

    [Fact]
    public void Nothing_has_no_quantile_and_no_mean()
    {
        Assert.Null(Latencies.None.Quantile(0.5));
        Assert.Null(Latencies.None.MeanNanoseconds);
        Assert.Equal(0, Latencies.Merge([]).Count);
    }

    [Fact]
    public void Sum_and_maximum_are_exact()
    {
        var latencies = Recorded([5, 1_000_001, 3_000_000_007]);
        Assert.Equal(new Nanoseconds(3_001_000_013), latencies.Sum);
        Assert.Equal(new Nanoseconds(3_000_000_007), latencies.Max);
        Assert.Equal(latencies.Max, latencies.Quantile(1));
    }

    [Fact]
    public void Threads_that_share_counts_lose_none()
    {
        var counts = new LatencyCounts();
        counts.Allocate();
        Parallel.For(0, 100_000, number => counts.Record(number % 7));
        var latencies = counts.ToLatencies();
        Assert.Equal(100_000, latencies.Count);
        Assert.Equal(Enumerable.Range(0, 100_000).Sum(number => number % 7), latencies.Sum.Value);
        counts.Clear();
        Assert.Equal(0, counts.ToLatencies().Count);
    }

    [Fact]
    public void Recording_allocates_nothing()
    {
        var counts = new LatencyCounts();
        counts.Allocate();
        counts.Record(1);
        Assert.Equal(0, AllocatedBytes.Least(() =>
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var value = 1L; value < 1_000_000_000_000; value *= 3) counts.Record(value);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }));
    }

    internal static Latencies Recorded(IEnumerable<long> values)
    {
        var counts = new LatencyCounts();
        counts.Allocate();
        foreach (var value in values) counts.Record(value);
        return counts.ToLatencies();
    }

    private static bool Same(Latencies left, Latencies right) => left.Max == right.Max && left.Sum == right.Sum && left.Gaps.SequenceEqual(right.Gaps);

    // Every order of magnitude alike.
    private static Arbitrary<long> Value => Arb.From(
        from exponent in Gen.Choose(0, 40)
        from part in Gen.Choose(0, 1_000_000)
        select (long)(Math.Pow(2, exponent) * (1 + (part / 1e6))));

    private static Arbitrary<long[]> Values => Arb.From(Gen.NonEmptyListOf(Value.Generator).Select(list => list.ToArray()));

    private static Arbitrary<double> Fraction => Arb.From(Gen.Choose(0, 1_000).Select(permille => permille / 1_000.0));
}
