using AsyncLoad.Reporting.Charts;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Charts;

public sealed class LogAxisTests
{
    [Theory]
    [InlineData(24_000, 24_000)]
    [InlineData(101, 103)]
    [InlineData(9_990, 10_010)]
    [InlineData(1, 3_600_000_000_000)]
    [InlineData(18_000, 13_000_000)]
    public void An_axis_of_latencies_shows_all_of_them_with_labels_enough_and_apart(double low, double high)
    {
        var axis = LogAxis.Over([low, high], 280, 30) with { Upright = true };
        var ticks = axis.Ticks();

        Assert.All([low, high], value => Assert.InRange(axis.Position(value), 30, 280));
        Assert.True(axis.High / axis.Low >= 2);
        Assert.True(ticks.Count >= 2, $"{ticks.Count} labels");
        Assert.All(ticks.Zip(ticks.Skip(1)), pair => Assert.True(axis.Position(pair.First) - axis.Position(pair.Second) >= 20));
    }

    [Theory]
    [InlineData(1e-300, 1)]
    [InlineData(1, 1e308)]
    [InlineData(1e-308, 1.7e308)]
    [InlineData(1, double.PositiveInfinity)]
    public void An_axis_ends_whatever_it_is_to_show(double low, double high)
    {
        Assert.InRange(LogAxis.Around([low, high], 0, 400).Ticks().Count, 1, 40);
        Assert.InRange(LogAxis.Over([low, high], 280, 30).Ticks().Count, 1, 40);
    }
}
