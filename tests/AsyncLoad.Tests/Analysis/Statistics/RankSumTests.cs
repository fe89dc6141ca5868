using AsyncLoad.Analysis.Statistics;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class RankSumTests
{
    // Hollander, Wolfe and Chicken, example 4.1: water through the chorioamnion at term and at 12 to 26 weeks.
    private static readonly double[] AtTerm = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
    private static readonly double[] Earlier = [1.15, 0.88, 0.90, 0.74, 1.21];

    [Theory]
    [InlineData(4, 4, 0)]
    [InlineData(5, 4, 1)]
    [InlineData(5, 5, 2)]
    [InlineData(6, 6, 5)]
    [InlineData(5, 8, 6)]
    [InlineData(8, 8, 13)]
    [InlineData(8, 12, 22)]
    [InlineData(12, 8, 22)]
    [InlineData(10, 10, 23)]
    [InlineData(16, 16, 75)]
    [InlineData(17, 18, 93)]
    [InlineData(20, 20, 127)]
    public void The_rank_is_one_above_the_published_critical_value_at_five_percent(int before, int after, int critical) =>
        Assert.Equal(critical + 1, RankSum.Rank(before, after, 0.05));

    [Theory]
    [InlineData(2, 7)]
    [InlineData(3, 4)]
    public void So_few_pairs_allow_no_interval_at_five_percent(int before, int after)
    {
        Assert.Null(RankSum.Rank(before, after, 0.05));
        Assert.NotNull(RankSum.Rank(before, after + 1, 0.05));
        Assert.Null(RankSum.ShiftInterval(new double[before], new double[after], 0.05));
        Assert.Null(RankSum.ShiftInterval([], new double[after], 0.05));
    }

    [Fact]
    public void The_distribution_counts_all_ways_to_mix_two_samples()
    {
        for (var before = 1; before <= 7; before++)
        {
            for (var after = 1; after <= 7; after++)
            {
                var counts = Enumerable.Range(0, 1 << (before + after)).Where(mix => int.PopCount(mix) == before).Select(mix => U(mix, before + after)).ToList();
                var expected = Enumerable.Range(0, (before * after) + 1).Select(u => counts.Count(count => count == u) / (double)counts.Count);
                Assert.All(expected.Zip(RankSum.Distribution(before, after)), pair => Assert.Equal(pair.First, pair.Second, 14));
            }
        }
    }

    /// <summary>n·m/2 − 1.95996·√(n·m·(n+m+1)/12) is 4241.8, 18.9 and −7.2.</summary>
    [Theory]
    [InlineData(101, 100, 4_241)]
    [InlineData(100, 101, 4_241)]
    [InlineData(2, 101, 18)]
    [InlineData(101, 1, null)]
    public void Beyond_a_hundred_values_the_normal_approximation_goes_on(int before, int after, int? rank)
    {
        Assert.Equal(rank, RankSum.Rank(before, after, 0.05));
        Assert.Equal(rank is null ? null : 0.95, RankSum.ShiftInterval(new double[before], new double[after], 0.05)?.Confidence);
    }

    [Theory]
    [InlineData(100, 2)]
    [InlineData(2, 100)]
    public void A_hundred_values_are_still_counted(int before, int after)
    {
        var distribution = RankSum.Distribution(before, after);
        Assert.Equal((before * after) + 1, distribution.Length);
        // All of a hundred lie below two in one of C(102, 2) mixes.
        Assert.Equal(1 / 5_151.0, distribution[0], 15);
        Assert.NotEqual(0.95, RankSum.ShiftInterval(new double[before], new double[after], 0.05)!.Confidence);
        // The approximation would say 18.
        Assert.Equal(21, RankSum.Rank(before, after, 0.05));
    }

    [Fact]
    public void An_error_that_is_just_reached_is_not_exceeded()
    {
        // Two of the C(4, 1) mixes are the extremes: 2 · 1/4.
        Assert.Equal(1, RankSum.Rank(1, 3, 0.5));
        // n·m/2 − z·√(n·m·(n+m+1)/12) = 1.6: counted in whole differences.
        Assert.Equal(1, RankSum.Rank(101, 1, 0.097));
    }

    [Fact]
    public void The_bounds_are_the_furthest_shifts_that_the_test_does_not_reject()
    {
        var random = new Random(12);
        for (var round = 0; round < 25; round++)
        {
            double[] before = [.. Enumerable.Range(0, random.Next(4, 8)).Select(_ => random.NextDouble())];
            double[] after = [.. Enumerable.Range(0, random.Next(4, 8)).Select(_ => random.NextDouble() + 0.4)];
            var interval = RankSum.ShiftInterval(before, after, 0.05)!;
            const double Nudge = 1e-9;
            Assert.True(PValue(before, after, interval.Low + Nudge) > 0.05);
            Assert.True(PValue(before, after, interval.Low - Nudge) <= 0.05);
            Assert.True(PValue(before, after, interval.High - Nudge) > 0.05);
            Assert.True(PValue(before, after, interval.High + Nudge) <= 0.05);
        }
    }

    [Fact]
    public void The_published_example_has_its_published_shift_and_interval()
    {
        Assert.Equal(-0.305, HodgesLehmann.Shift(AtTerm, Earlier), 10);
        var interval = RankSum.ShiftInterval(AtTerm, Earlier, 0.05)!;
        Assert.Equal(-0.76, interval.Low, 10);
        Assert.Equal(0.15, interval.High, 10);
        Assert.Equal(0.96, interval.Confidence, 3);
    }

    [Fact]
    public void Exchanging_the_samples_turns_the_interval_round()
    {
        var values = Gen.Choose(-1_000, 1_000).Select(value => value / 100.0).ArrayOf(9).ToArbitrary();
        Prop.ForAll(values, drawn =>
        {
            var (before, after) = (drawn[..4], drawn[4..]);
            var (there, back) = (RankSum.ShiftInterval(before, after, 0.05)!, RankSum.ShiftInterval(after, before, 0.05)!);
            var shift = HodgesLehmann.Shift(before, after);
            return Math.Abs(there.Low + back.High) < 1e-9 && Math.Abs(there.High + back.Low) < 1e-9
                && Math.Abs(shift + HodgesLehmann.Shift(after, before)) < 1e-9
                && there.Low <= shift && shift <= there.High;
        }).QuickCheckThrowOnFailure();
    }

    // Couples in which a value of the first sample (1) lies above one of the second (0), where bit i is the i-th smallest of all.
    private static int U(int mix, int size) => Enumerable.Range(0, size)
        .Where(high => (mix >> high & 1) == 1)
        .Sum(high => Enumerable.Range(0, high).Count(low => (mix >> low & 1) == 0));

    // Two-sided p by enumeration of all mixes: the definition, not the recurrence.
    private static double PValue(double[] before, double[] after, double shift)
    {
        var above = before.Sum(from => after.Count(to => from > to - shift));
        var extreme = Math.Min(above, (before.Length * after.Length) - above);
        var size = before.Length + after.Length;
        var mixes = Enumerable.Range(0, 1 << size).Where(mix => int.PopCount(mix) == before.Length).Select(mix => U(mix, size)).ToList();
        return 2.0 * mixes.Count(u => u <= extreme) / mixes.Count;
    }
}
