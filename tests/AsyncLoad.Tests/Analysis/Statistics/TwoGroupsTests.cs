using AsyncLoad.Analysis.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class TwoGroupsTests
{
    [Fact]
    public void Two_heaps_are_seen_and_one_is_seldom_taken_for_two()
    {
        Assert.NotNull(TwoGroups.Find([0.90, 1.10, 0.91, 1.11, 0.90, 1.10]));
        // One stray value is no heap, and five values tell nothing.
        Assert.Null(TwoGroups.Find([1.0, 1.01, 1.02, 1.01, 1.0, 2.0]));
        Assert.Null(TwoGroups.Find([1, 1, 1, 2, 2]));
        Assert.Null(TwoGroups.Find([1, 1, 1, 1, 1, 1]));
        var random = new Random(15);
        foreach (var pairs in new[] { 6, 8, 12, 16, 24 })
            Assert.InRange(Enumerable.Range(0, 3_000).Count(_ => TwoGroups.Find(Draw.Normal(random, pairs, 0, 1)) is not null), 0, 60);
    }

    [Fact]
    public void A_group_has_its_mean_and_its_number()
    {
        var found = TwoGroups.Find([5.32, 5.0, 5.33, 5.01, 5.31, 5.02, 5.0, 4.97])!;
        Assert.Equal((5, 3), (found.AtLow, found.AtHigh));
        Assert.Equal(5.0, found.Low, tolerance: 1e-9);
        Assert.Equal(5.32, found.High, tolerance: 1e-9);
    }

    [Fact]
    public void Groups_that_are_too_close_to_matter_are_none() =>
        Assert.Null(TwoGroups.Find([1.0, 1.02, 1.0, 1.02, 1.0, 1.02, 1.0, 1.02], leastApart: 0.03));

    [Fact]
    public void All_values_of_a_group_may_be_the_same() => Assert.NotNull(TwoGroups.Find([1, 1, 1, 2, 2, 2]));

    [Fact]
    public void Of_24_values_three_are_a_group_and_two_are_stray()
    {
        double[] one = [.. Enumerable.Range(0, 22).Select(index => 1 + (index * 0.001))];
        Assert.NotNull(TwoGroups.Find([.. one[1..], 2, 2.001, 2.002]));
        Assert.Null(TwoGroups.Find([.. one, 2, 2.001]));
    }
}
