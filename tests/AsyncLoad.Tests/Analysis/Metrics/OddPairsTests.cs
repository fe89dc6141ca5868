using AsyncLoad.Analysis.Metrics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Metrics;

public sealed class OddPairsTests
{
    [Fact]
    public void One_pair_far_from_five_that_agree_is_odd() =>
        Assert.Equal([2], OddPairs.Find([0.50, 0.51, 0.22, 0.49, 0.50, 0.52], 0.03));

    [Fact]
    public void Pairs_that_scatter_evenly_are_not() =>
        Assert.Empty(OddPairs.Find([0.40, 0.44, 0.48, 0.52, 0.56, 0.60], 0.03));

    [Fact]
    public void A_pair_nearer_than_the_margin_is_not_told_of_however_well_the_others_agree() =>
        Assert.Empty(OddPairs.Find([1.000, 1.0001, 1.0002, 1.02, 0.9999, 1.0001], 0.03));

    [Fact]
    public void A_third_of_the_pairs_may_be_odd_and_more_are_a_group_of_their_own()
    {
        Assert.Equal([4, 5], OddPairs.Find([1, 1.001, 0.999, 1.002, 2, 2], 0.03));
        Assert.Empty(OddPairs.Find([1, 1.001, 0.999, 1.002, 2, 2, 2], 0.03));
    }

    [Theory]
    [InlineData(new[] { 0.5, 0.5, 0.5, 9 })]
    [InlineData(new[] { 0.5, 0.5, 0, 0.5, 0.5, 9 })]
    [InlineData(new[] { 0.5, 0.5, double.NaN, 0.5, 0.5, 9 })]
    public void Too_few_pairs_and_ratios_that_are_none_say_nothing(double[] ratios) => Assert.Empty(OddPairs.Find(ratios, 0.03));
}
