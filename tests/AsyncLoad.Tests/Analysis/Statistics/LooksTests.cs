using AsyncLoad.Analysis.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class LooksTests
{
    private static readonly int[] Four = [8, 12, 16, 24];

    [Theory]
    [InlineData(8, 1)]
    [InlineData(12, 9)]
    [InlineData(16, 21)]
    [InlineData(24, 64)]
    public void Four_looks_spend_a_quarter_of_five_percent_each(int pairs, int rank)
    {
        Assert.Equal(0.0125, Looks.ErrorEach(Four));
        Assert.Equal(rank, SignedRank.Rank(pairs, Looks.ErrorEach(Four)));
    }

    [Fact]
    public void A_single_look_states_the_confidence_that_its_pairs_allow()
    {
        Assert.Equal(0.969, Looks.Confidence(6, [6]), 3);
        Assert.Equal(0.961, Looks.Confidence(8, [8]), 3);
        Assert.Equal(4, SignedRank.Rank(8, Looks.ErrorEach([8])));
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
        var spent = new[] { 8, 10 }.Sum(pairs => 1 - SignedRank.Confidence(pairs, SignedRank.Rank(pairs, 0.0125)!.Value));
        Assert.Equal(1 - spent, Looks.Confidence(10, Four), 12);
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
    }

    [Fact]
    public void The_ratio_and_its_bounds_turn_over_when_the_arms_are_swapped()
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
