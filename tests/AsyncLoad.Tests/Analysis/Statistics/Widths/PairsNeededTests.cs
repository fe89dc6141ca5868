using AsyncLoad.Analysis.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics.Widths;

public sealed class PairsNeededTests
{
    [Theory]
    [InlineData(0.02, 0.02, 8)]
    [InlineData(0.0, 0.01, 8)]
    [InlineData(1.0, 0.01, null)]
    public void Pairs_needed_are_the_fewest_that_are_expected_to_reach_a_width(double spread, double width, int? expected) =>
        Assert.Equal(expected, PairsNeeded.For(spread, width));
}
