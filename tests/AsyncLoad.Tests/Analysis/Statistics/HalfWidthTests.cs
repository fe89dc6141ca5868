using AsyncLoad.Analysis.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class HalfWidthTests
{
    /// <summary>What an earlier simulation of ours found, to two digits; 1.424 is half the mean range of eight normal values (Tippett's table: 2.847).</summary>
    [Theory]
    [InlineData(8, 0.0125, 1.424, 0.005)]
    [InlineData(8, 0.0125, 1.44, 0.03)]
    [InlineData(12, 0.0125, 0.87, 0.03)]
    [InlineData(16, 0.0125, 0.72, 0.03)]
    [InlineData(24, 0.0125, 0.56, 0.03)]
    [InlineData(8, 0.05, 0.88, 0.03)]
    [InlineData(6, 0.05, 1.267, 0.005)]
    public void It_is_what_simulations_and_tables_say(int pairs, double error, double expected, double relative) =>
        Assert.InRange(HalfWidth.PerSpread(pairs, error)!.Value, expected * (1 - relative), expected * (1 + relative));

    [Fact]
    public void With_many_pairs_it_nears_what_theory_says()
    {
        var asymptotic = 1.959964 * Math.Sqrt(Math.PI / (3 * 200));
        Assert.InRange(HalfWidth.PerSpread(200, 0.05)!.Value, 0.97 * asymptotic, 1.05 * asymptotic);
    }

    [Fact]
    public void Too_few_pairs_have_none()
    {
        Assert.Null(HalfWidth.PerSpread(5, 0.05));
        Assert.Null(HalfWidth.PerSpread(7, 0.0125));
    }

    [Fact]
    public void It_is_the_same_each_time() => Assert.Equal(HalfWidth.PerSpread(12, 0.05), HalfWidth.PerSpread(12, 0.05));

    [Theory]
    [InlineData(0, 6)]
    [InlineData(0.0157, 6)]
    [InlineData(0.0224, 8)]
    [InlineData(1, null)]
    public void A_spread_says_how_many_pairs_are_needed(double spread, int? pairs) => Assert.Equal(pairs, HalfWidth.PairsFor(spread, 0.02, most: 200));

    [Fact]
    public void More_spread_needs_more_pairs()
    {
        var needed = Enumerable.Range(1, 10).Select(percent => HalfWidth.PairsFor(percent / 100.0, 0.02, most: 1_000)!.Value).ToList();
        Assert.Equal(needed.Order(), needed);
        // (1.96 · 10 % ÷ 2 %)² · π/3 = 100.6
        Assert.InRange(needed[^1], 95, 112);
    }

    [Fact]
    public void Nonsense_is_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => HalfWidth.PairsFor(-1, 0.02, 100));
        Assert.Throws<ArgumentOutOfRangeException>(() => HalfWidth.PairsFor(double.NaN, 0.02, 100));
        Assert.Throws<ArgumentOutOfRangeException>(() => HalfWidth.PairsFor(0.01, 0, 100));
        Assert.Throws<ArgumentOutOfRangeException>(() => SpreadInterval.Of(0.1, 1, 0.95));
        Assert.Throws<ArgumentOutOfRangeException>(() => SpreadInterval.Of(0.1, 5, 1));
    }

    /// <summary>Chi-squared at 0.025 and 0.975 with 4 degrees of freedom: 0.4844 and 11.143.</summary>
    [Fact]
    public void A_spread_of_five_values_is_known_to_a_factor()
    {
        var (low, high) = SpreadInterval.Of(1, 5, 0.95);
        Assert.Equal((Math.Sqrt(4 / 11.1433), Math.Sqrt(4 / 0.48442)), (low, high), (left, right) =>
            Math.Abs(left.Item1 - right.Item1) < 1e-4 && Math.Abs(left.Item2 - right.Item2) < 1e-3);
    }

    [Fact]
    public void The_interval_of_a_spread_holds_the_truth_as_often_as_it_says()
    {
        var random = new Random(20_260_102);
        const int Samples = 4_000;
        var held = 0;
        for (var sample = 0; sample < Samples; sample++)
        {
            var (low, high) = SpreadInterval.Of(StandardDeviation.Of(Draw.Normal(random, 4, 0, 0.02))!.Value, 4, 0.95);
            if (low <= 0.02 && 0.02 <= high) held++;
        }

        Assert.InRange(held / (double)Samples, 0.94, 0.96);
    }
}
