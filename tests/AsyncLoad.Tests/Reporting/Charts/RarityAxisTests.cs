using AsyncLoad.Reporting.Charts;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Charts;

public sealed class RarityAxisTests
{
    [Fact]
    public void Every_further_nine_is_one_step()
    {
        var axis = new RarityAxis(1e5, 0, 500);
        Assert.All([(1.0, 0.0), (10, 100), (100, 200), (1e5, 500)], place => Assert.Equal(place.Item2, axis.Position(place.Item1), 1e-9));
        Assert.Equal(["0 %", "50 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %"], new RarityAxis(1e5, 0, 900).Ticks().Select(tick => tick.Label));
    }

    [Theory]
    [InlineData(2)]
    [InlineData(10)]
    [InlineData(12_345)]
    [InlineData(90_000)]
    [InlineData(1e9)]
    [InlineData(1e13)]
    public void Labels_never_touch_and_all_lie_on_the_axis(double highest)
    {
        foreach (var length in new[] { 290, 850 })
        {
            var axis = new RarityAxis(highest, 60, 60 + length);
            var ticks = axis.Ticks();
            Assert.True(highest < 10 || ticks.Any(tick => tick.Label == "90 %"));
            Assert.All(ticks, tick => Assert.InRange(axis.Position(tick.Rarity), 60, 60 + length + 1e-9));
            Assert.All(ticks.Zip(ticks.Skip(1)), pair => Assert.True(
                axis.Position(pair.Second.Rarity) - axis.Position(pair.First.Rarity) >= 8 + ((ChartText.Width(pair.First.Label, 12) + ChartText.Width(pair.Second.Label, 12)) / 2)));
        }
    }
}
