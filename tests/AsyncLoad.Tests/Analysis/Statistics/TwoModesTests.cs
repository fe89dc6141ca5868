using AsyncLoad.Analysis.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class TwoModesTests
{
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
