using AsyncLoad.Analysis.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class PairBootstrapTests
{
    [Fact]
    public void The_estimate_is_the_ratio_of_totals_and_not_a_mean_of_ratios()
    {
        PairTotals[] pairs = [new(new(100, 10), new(100, 20)), new(new(300, 10), new(900, 20))];
        // Candidate 1000/40 = 25, baseline 400/20 = 20.
        Assert.Equal(1.25, PairBootstrap.RatioOfTotals(pairs, 1).Estimate, 12);
    }

    [Fact]
    public void The_same_seed_gives_the_same_interval_and_another_seed_nearly_the_same()
    {
        var pairs = Noisy(new Random(3), 8, 0.05);
        var first = PairBootstrap.RatioOfTotals(pairs, 1);
        var other = PairBootstrap.RatioOfTotals(pairs, 2);
        Assert.Equal(first, PairBootstrap.RatioOfTotals(pairs, 1));
        Assert.NotEqual(first, other);
        Assert.Equal(first.Low, other.Low, 2);
        Assert.Equal(first.High, other.High, 2);
    }

    [Fact]
    public void Equal_pairs_leave_no_doubt()
    {
        var interval = PairBootstrap.RatioOfTotals(Noisy(new Random(3), 6, 0), 1);
        Assert.Equal(interval.Estimate, interval.Low, 12);
        Assert.Equal(interval.Estimate, interval.High, 12);
    }

    [Fact]
    public void A_rare_full_collection_shows_in_the_upper_bound()
    {
        var pairs = Noisy(new Random(3), 8, 0.01);
        pairs[0] = pairs[0] with { Candidate = pairs[0].Candidate with { Time = pairs[0].Candidate.Time * 3 } };
        double[] logs = [.. pairs.Select(pair => Math.Log(pair.Candidate.Time / pair.Baseline.Time))];
        var totals = PairBootstrap.RatioOfTotals(pairs, 1);
        Assert.InRange(Math.Exp(HodgesLehmann.PseudoMedian(logs)), 0.98, 1.05);
        Assert.InRange(totals.Estimate, 1.2, 1.3);
        Assert.True(totals.High > 1.4);
    }

    [Fact]
    public void Arms_are_drawn_together_by_their_pair()
    {
        PairTotals[] same = [.. new[] { 1.0, 2, 4 }.Select(time => new PairTotals(new(time, 10), new(time, 10)))];
        var interval = PairBootstrap.RatioOfTotals(same, 1);
        Assert.Equal((1.0, 1.0, 1.0), (interval.Low, interval.Estimate, interval.High));
    }

    [Fact]
    public void The_interval_is_that_of_all_equally_likely_draws()
    {
        PairTotals[] pairs = [new(new(1, 10), new(2, 10)), new(new(2, 10), new(1, 10)), new(new(4, 10), new(5, 10))];
        double[] draws = [.. from first in pairs from second in pairs from third in pairs select Ratio(first, second, third)];
        Assert.Equal(27, draws.Length);
        // The lowest and the highest come once in 27 draws each, oftener than the 2.5 % that an interval leaves out on either side.
        var interval = PairBootstrap.RatioOfTotals(pairs, 1);
        Assert.Equal(draws.Min(), interval.Low, 12);
        Assert.Equal(draws.Max(), interval.High, 12);
    }

    [Fact]
    public void Nothing_has_no_ratio() => Assert.Throws<ArgumentException>(() => PairBootstrap.RatioOfTotals([], 1));

    // All have as many operations, so that times alone say it.
    private static double Ratio(params PairTotals[] pairs) => pairs.Sum(pair => pair.Candidate.Time) / pairs.Sum(pair => pair.Baseline.Time);

    private static PairTotals[] Noisy(Random random, int pairs, double spread) =>
        [.. Draw.Normal(random, pairs, 0, spread).Select(log => new PairTotals(new(1_000, 100), new(1_000 * Math.Exp(log), 100)))];
}
