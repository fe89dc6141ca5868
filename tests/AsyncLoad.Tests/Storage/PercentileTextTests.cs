using System.Globalization;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Tests.Model;
using Xunit;

namespace AsyncLoad.Tests.Storage;

/// <summary>What HdrHistogram's plotter makes of a histogram file: it drops comments, the heading and empty lines, and takes columns 1, 2 and 4.</summary>
public sealed class PercentileTextTests
{
    private static readonly Latencies Sample = LatenciesTests.Recorded(Enumerable.Range(1, 10_000).Select(number => number * 1_000L));

    [Fact]
    public void The_plotter_finds_ascending_points_up_to_the_maximum()
    {
        var points = Points(PercentileText.Of(Sample));
        Assert.Equal(0, points[0].Fraction);
        Assert.Equal(1, points[^1].Fraction);
        Assert.Equal(10.0, points[^1].Milliseconds, 9);
        Assert.Null(points[^1].Inverse);
        foreach (var (before, after) in points.Zip(points.Skip(1)))
        {
            Assert.True(before.Milliseconds <= after.Milliseconds);
            Assert.True(before.Fraction < after.Fraction || after.Fraction == 1);
        }
    }

    [Fact]
    public void Points_are_quantiles_and_say_how_rare_what_lies_above_is()
    {
        foreach (var point in Points(PercentileText.Of(Sample)).SkipLast(1))
        {
            // A level is printed to twelve digits: it may stand on either side of the bucket's end.
            var (below, above) = (Sample.Quantile(Math.Max(0, point.Fraction - 1e-9))!.Value, Sample.Quantile(point.Fraction + 1e-9)!.Value);
            Assert.InRange(point.Milliseconds, below.Milliseconds - 1e-6, above.Milliseconds + 1e-6);
            Assert.Equal(1 / (1 - point.Fraction), point.Inverse!.Value, 2);
        }
    }

    [Fact]
    public void There_are_five_points_to_each_halving()
    {
        var points = Points(PercentileText.Of(Sample));
        foreach (var (from, to) in new[] { (0.0, 0.5), (0.5, 0.75), (0.75, 0.875), (0.875, 0.9375) })
            Assert.Equal(5, points.Count(point => point.Fraction >= from && point.Fraction < to));
    }

    [Fact]
    public void The_foot_states_mean_maximum_and_count()
    {
        var text = PercentileText.Of(Sample);
        Assert.Contains("#[Mean    =       5.000500, StdDeviation   =       2.8", text, StringComparison.Ordinal);
        Assert.Contains("#[Max     =      10.000000, Total count    =        10000]", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_has_no_points() => Assert.Empty(Points(PercentileText.Of(Latencies.None)));

    private static List<(double Milliseconds, double Fraction, double? Inverse)> Points(string text)
    {
        var points = new List<(double, double, double?)>();
        foreach (var line in text.Split('\n'))
        {
            var columns = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (columns is [] or ["Value", ..] || columns[0].StartsWith('#')) continue;
            points.Add((Number(columns[0]), Number(columns[1]), columns.Length > 3 ? Number(columns[3]) : null));
        }

        return points;
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
