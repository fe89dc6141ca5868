using AsyncLoad.Analysis.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics.Widths;

/// <summary>A width is a mean over thousands of samples, which takes seconds with a mutant in it: <c>.ci/mutation</c> runs these for mutants of widths alone.</summary>
public sealed class HalfWidthTests
{
    [Fact]
    public void Four_looks_leave_it_so_at_their_last() => Assert.InRange(HalfWidth.PerSpread(24, 0.0125)!.Value, 0.56 * 0.97, 0.56 * 1.03);

    [Fact]
    public void An_inner_interval_is_narrower_and_takes_fewer_pairs()
    {
        Assert.True(HalfWidth.AtLook(12, [8, 12], inner: true) < HalfWidth.AtLook(12, [8, 12]));
        Assert.Equal((12, 9), (HalfWidth.PairsFor(0.03, 0.02, most: 200), HalfWidth.PairsFor(0.03, 0.02, most: 200, error: 0.1)));
    }

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

    [Theory]
    [InlineData(0, 6)]
    [InlineData(0.0157, 6)]
    [InlineData(0.0224, 8)]
    [InlineData(1, null)]
    public void A_spread_says_how_many_pairs_are_needed(double spread, int? pairs) => Assert.Equal(pairs, HalfWidth.PairsFor(spread, 0.02, most: 200));

    [Fact]
    public void A_width_that_is_just_reached_is_reached()
    {
        var width = HalfWidth.PerSpread(12, Looks.TotalError)!.Value;
        Assert.Equal(12, HalfWidth.PairsFor(1, width, most: 200));
        Assert.Equal(12, HalfWidth.PairsFor(1, width, most: 12));
    }

    [Fact]
    public void No_more_pairs_are_named_than_may_be_asked_for()
    {
        Assert.Null(HalfWidth.PairsFor(1, HalfWidth.PerSpread(12, Looks.TotalError)!.Value, most: 11));
        Assert.Null(HalfWidth.PairsFor(0, 0.02, most: 5));
    }

    [Fact]
    public void Nonsense_is_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => HalfWidth.PairsFor(-1, 0.02, 100));
        Assert.Throws<ArgumentOutOfRangeException>(() => HalfWidth.PairsFor(double.NaN, 0.02, 100));
        Assert.Throws<ArgumentOutOfRangeException>(() => HalfWidth.PairsFor(0.01, 0, 100));
    }
}
