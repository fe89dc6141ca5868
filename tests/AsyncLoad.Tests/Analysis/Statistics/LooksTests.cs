using AsyncLoad.Analysis.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class LooksTests
{
    private static readonly int[] Four = [8, 12, 16, 24];

    [Fact]
    public void A_single_look_states_the_confidence_that_its_pairs_allow()
    {
        Assert.Equal(0.969, Looks.Confidence(6, [6]), 3);
        Assert.Equal(0.961, Looks.Confidence(8, [8]), 3);
        Assert.Equal(SignedRank.Tail(8, 4) * 2, Looks.ErrorAt(8, [8]));
    }

    [Fact]
    public void Several_looks_state_the_confidence_of_the_look_that_ended_it_whichever_that_was()
    {
        var stated = Four.Select(pairs => Looks.Confidence(pairs, Four)).Distinct().ToList();
        Assert.InRange(Assert.Single(stated), 0.95, 0.96);
    }

    [Fact]
    public void Between_two_looks_those_before_and_this_one_have_spent_their_error()
    {
        var spent = 1 - Looks.Confidence(10, Four);
        Assert.InRange(spent, 2 * SignedRank.Tail(8, 1), 0.025);
        Assert.True(spent > Looks.ErrorAt(10, Four));
    }

    [Fact]
    public void The_inner_interval_of_two_one_sided_tests_lies_inside()
    {
        var interval = Looks.Interval([.. Enumerable.Range(0, 12).Select(i => 1 + (i / 100.0))], Four);
        Assert.True(interval.Low < interval.Inner!.Low && interval.Inner.High < interval.High);
    }

    [Fact]
    public void An_interrupted_run_is_judged_at_the_pairs_it_has()
    {
        var interval = Looks.Interval([.. Enumerable.Range(0, 10).Select(i => 1 + (i / 100.0))], Four);
        Assert.Equal(10, interval.Pairs);
        Assert.InRange(interval.Confidence, 0.95, 0.99);
    }

    [Fact]
    public void The_fewest_pairs_are_six_for_one_look_and_eight_for_four()
    {
        Assert.Equal(6, Looks.FewestPairs(1));
        Assert.Equal(8, Looks.FewestPairs(Four.Length));
        Assert.Throws<ArgumentException>(() => Looks.Interval([1, 1, 1, 1, 1], [6]));
        Assert.Equal("1 completed pair; an interval at this confidence needs 6", Looks.TooFew(1, 1));
    }

    [Fact]
    public void The_ratio_and_its_bounds_turn_over_when_the_sides_are_swapped()
    {
        double[] ratios = [0.47, 0.44, 0.52, 0.46, 0.45, 0.48];
        var forth = Looks.Interval(ratios, [6]);
        var back = Looks.Interval([.. ratios.Select(ratio => 1 / ratio)], [6]);
        Assert.Equal(forth.Estimate, 1 / back.Estimate, 12);
        Assert.Equal(forth.Low, 1 / back.High, 12);
        Assert.Equal(0.44, forth.Low, 12);
        Assert.Equal(0.52, forth.High, 12);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void A_ratio_that_is_none_is_refused(double bad) =>
        Assert.Throws<ArgumentException>(() => Looks.Interval([1, 1, 1, 1, 1, bad], [6]));
}
