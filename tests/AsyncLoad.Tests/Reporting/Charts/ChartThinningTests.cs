using AsyncLoad.Reporting.Charts;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Charts;

public sealed class ChartThinningTests
{
    private static readonly Arbitrary<List<(double X, double Y)>> Points = Gen.Choose(0, 800).Two().Select(pair => (X: pair.Item1 / 2.0, Y: (double)pair.Item2))
        .ListOf().Select(points => points.OrderBy(point => point.X).ToList()).ToArbitrary();

    [Fact]
    public void Extremes_of_every_column_stay_and_no_more_than_three_points() => Check.One(Config.QuickThrowOnFailure, Prop.ForAll(Points, points =>
    {
        var kept = ChartThinning.KeepExtremes(points, 4);
        Assert.All(points.GroupBy(Column), column =>
        {
            var left = kept.Where(point => Column(point) == column.Key).ToList();
            Assert.InRange(left.Count, 1, 3);
            Assert.Equal((column.Min(point => point.Y), column.Max(point => point.Y)), (left.Min(point => point.Y), left.Max(point => point.Y)));
            Assert.Equal(column.Last(), left[^1]);
        });
        Assert.Equal(kept.Select(point => point.X).Order(), kept.Select(point => point.X));
    }));

    [Fact]
    public void The_highest_point_of_every_column_stays_alone() => Check.One(Config.QuickThrowOnFailure, Prop.ForAll(Points, points =>
    {
        var kept = ChartThinning.KeepHighest(points, 4);
        Assert.Equal(points.GroupBy(Column).Select(column => column.Min(point => point.Y)), kept.Select(point => point.Y));
    }));

    private static double Column((double X, double Y) point) => Math.Floor(point.X / 4);
}
