using AsyncLoad.Analysis.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics.Simulated;

public sealed class WidthTests
{
    /// <summary>What an earlier simulation of ours found, to two digits; 1.424 is half the mean range of eight normal values (Tippett's table: 2.847).</summary>
    [Theory]
    [InlineData(8, 0.0125, 1.424, 0.005)]
    [InlineData(8, 0.0125, 1.44, 0.03)]
    [InlineData(12, 0.0125, 0.87, 0.03)]
    [InlineData(16, 0.0125, 0.72, 0.03)]
    [InlineData(8, 0.05, 0.88, 0.03)]
    [InlineData(6, 0.05, 1.267, 0.005)]
    public void It_is_what_simulations_and_tables_say(int pairs, double error, double expected, double relative) =>
        Assert.InRange(HalfWidth.PerSpread(pairs, error)!.Value, expected * (1 - relative), expected * (1 + relative));

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

    [Fact]
    public void More_spread_needs_more_pairs()
    {
        var needed = Enumerable.Range(1, 10).Select(percent => HalfWidth.PairsFor(percent / 100.0, 0.02, most: 1_000)!.Value).ToList();
        Assert.Equal(needed.Order(), needed);
        // (1.96 · 10 % ÷ 2 %)² · π/3 = 100.6
        Assert.InRange(needed[^1], 95, 112);
    }

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
}
