using AsyncLoad.Analysis.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class AdviceStatisticsTests
{
    [Theory]
    [InlineData(8, 2_000)]
    [InlineData(12, 2_000)]
    [InlineData(24, 1_000)]
    [InlineData(48, 200)]
    public void The_expected_width_is_that_of_simulated_intervals(int pairs, int rounds)
    {
        var random = new Random(14);
        var mean = Enumerable.Range(0, rounds).Average(_ =>
        {
            var interval = SignedRank.Interval(Draw.Normal(random, pairs, centre: 0, spread: 1), 0.05)!;
            return (interval.High - interval.Low) / 2;
        });
        Assert.InRange(HalfWidth.PerSpread(pairs, Looks.TotalError)!.Value / mean, 0.94, 1.06);
    }

    [Theory]
    [InlineData(0.02, 0.02, 8)]
    [InlineData(0.0, 0.01, 8)]
    [InlineData(1.0, 0.01, null)]
    public void Pairs_needed_are_the_fewest_that_are_expected_to_reach_a_width(double spread, double width, int? expected) =>
        Assert.Equal(expected, PairsNeeded.For(spread, width));

    [Fact]
    public void Fewer_pairs_than_needed_would_be_too_few()
    {
        var pairs = PairsNeeded.For(0.03, 0.01)!.Value;
        Assert.InRange(pairs, 35, 42);
        Assert.True(HalfWidth.PerSpread(pairs, Looks.TotalError) * 0.03 <= 0.01);
        Assert.True(HalfWidth.PerSpread(pairs - 1, Looks.TotalError) * 0.03 > 0.01);
    }

    [Fact]
    public void A_report_advises_the_pairs_that_doctor_states()
    {
        // At 8 pairs the interval is 0.88 spreads wide to either side, simulated: ±2.03 %.
        Assert.Equal(9, PairsNeeded.For(0.023, 0.02));
        Assert.Equal(HalfWidth.PairsFor(0.023, 0.02, most: 1_000), PairsNeeded.For(0.023, 0.02));
        Assert.Equal(HalfWidth.PairsFor(0.05, 0.02, most: 1_000), PairsNeeded.For(0.05, 0.02));
    }

    [Fact]
    public void Two_heaps_are_seen_and_one_is_seldom_taken_for_two()
    {
        Assert.True(TwoModes.Seen([0.90, 1.10, 0.91, 1.11, 0.90, 1.10]));
        // One stray value is no heap, and five values tell nothing.
        Assert.False(TwoModes.Seen([1.0, 1.01, 1.02, 1.01, 1.0, 2.0]));
        Assert.False(TwoModes.Seen([1, 1, 1, 2, 2]));
        Assert.False(TwoModes.Seen([1, 1, 1, 1, 1, 1]));
        var random = new Random(15);
        foreach (var pairs in new[] { 6, 8, 12, 16, 24 })
            Assert.InRange(Enumerable.Range(0, 3_000).Count(_ => TwoModes.Seen(Draw.Normal(random, pairs, 0, 1))), 0, 60);
    }
}
