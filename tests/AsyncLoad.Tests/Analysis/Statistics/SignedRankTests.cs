using AsyncLoad.Analysis.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class SignedRankTests
{
    [Theory]
    [InlineData(6, 0)]
    [InlineData(7, 2)]
    [InlineData(8, 3)]
    [InlineData(9, 5)]
    [InlineData(10, 8)]
    [InlineData(12, 13)]
    [InlineData(15, 25)]
    [InlineData(20, 52)]
    [InlineData(25, 89)]
    public void The_rank_is_one_above_the_published_critical_value_at_five_percent(int pairs, int critical) =>
        Assert.Equal(critical + 1, SignedRank.Rank(pairs, 0.05));

    [Fact]
    public void The_distribution_counts_all_sign_patterns()
    {
        for (var pairs = 1; pairs <= 12; pairs++)
        {
            var counts = new int[(pairs * (pairs + 1) / 2) + 1];
            for (var signs = 0; signs < 1 << pairs; signs++) counts[RankSum(signs)]++;

            var expected = counts.Select(count => count / (double)(1 << pairs));
            Assert.Equal(expected, SignedRank.Distribution(pairs));
        }
    }

    [Fact]
    public void Distributions_are_the_same_in_whichever_order_they_are_asked_for()
    {
        var random = new Random(12);
        int[] asked = [.. Enumerable.Range(0, 60).Select(_ => random.Next(1, 90))];
        foreach (var pairs in asked)
        {
            // Mean and variance in closed form: n(n+1)/4 and n(n+1)(2n+1)/24.
            var distribution = SignedRank.Distribution(pairs);
            var mean = distribution.Select((probability, w) => probability * w).Sum();
            var variance = distribution.Select((probability, w) => probability * (w - mean) * (w - mean)).Sum();
            Assert.Equal((pairs * (pairs + 1) / 2) + 1, distribution.Length);
            Assert.Equal(pairs * (pairs + 1) / 4.0, mean, 1e-9 * mean);
            Assert.Equal(pairs * (pairs + 1) * ((2 * pairs) + 1) / 24.0, variance, 1e-9 * variance);
            Assert.Equal(SignedRank.Confidence(pairs, 1), 1 - (2 * distribution[0]));
        }
    }

    [Fact]
    public void The_bounds_are_the_furthest_centres_that_the_test_does_not_reject()
    {
        var random = new Random(11);
        for (var round = 0; round < 40; round++)
        {
            double[] values = [.. Enumerable.Range(0, random.Next(6, 11)).Select(_ => random.NextDouble() - 0.3)];
            var interval = SignedRank.Interval(values, 0.05)!;
            var nudge = 1e-9;
            Assert.True(PValue(values, interval.Low + nudge) > 0.05);
            Assert.True(PValue(values, interval.Low - nudge) <= 0.05);
            Assert.True(PValue(values, interval.High - nudge) > 0.05);
            Assert.True(PValue(values, interval.High + nudge) <= 0.05);
        }
    }

    [Fact]
    public void The_interval_of_six_pairs_is_min_to_max()
    {
        var interval = SignedRank.Interval([0.3, -0.1, 0.2, 0.9, 0.5, 0.4], 0.05)!;
        Assert.Equal(-0.1, interval.Low);
        Assert.Equal(0.9, interval.High);
        Assert.Equal(0.96875, interval.Confidence);
    }

    [Fact]
    public void An_error_that_is_just_reached_is_not_exceeded() => Assert.Equal(1, SignedRank.Rank(6, 2 / 64.0));

    [Theory]
    [InlineData(1)]
    [InlineData(5)]
    public void So_few_pairs_allow_no_interval_at_five_percent(int pairs) =>
        Assert.Null(SignedRank.Interval(new double[pairs], 0.05));

    [Fact]
    public void A_hundred_pairs_keep_their_probabilities()
    {
        Assert.Equal(1, SignedRank.Distribution(100).Sum(), 12);
        // Published for n = 100, two-sided 5 %: 1955.
        Assert.Equal(1956, SignedRank.Rank(100, 0.05));
    }

    private static int RankSum(int signs) => Enumerable.Range(0, 31).Where(bit => (signs >> bit & 1) == 1).Sum(bit => bit + 1);

    // Two-sided p of the signed-rank test by enumeration of all signs: the definition, not the dynamic programme.
    private static double PValue(double[] values, double centre)
    {
        var ranks = values.Select(value => value - centre).OrderBy(Math.Abs).ToArray();
        var positive = Enumerable.Range(0, ranks.Length).Where(i => ranks[i] > 0).Sum(i => i + 1);
        var total = values.Length * (values.Length + 1) / 2;
        var extreme = Math.Min(positive, total - positive);
        var asExtreme = Enumerable.Range(0, 1 << values.Length).Count(signs => RankSum(signs) <= extreme);
        return 2.0 * asExtreme / (1 << values.Length);
    }
}
