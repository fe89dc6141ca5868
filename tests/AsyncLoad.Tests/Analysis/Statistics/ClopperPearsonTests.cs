using AsyncLoad.Analysis.Statistics;
using FsCheck;
using FsCheck.Fluent;
using MathNet.Numerics.Distributions;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class ClopperPearsonTests
{
    // Closed forms: none or all of n leave (α/2)^(1/n).
    [Theory]
    [InlineData(0, 10, 0, 0.30850)]
    [InlineData(10, 10, 0.69150, 1)]
    [InlineData(0, 0, 0, 1)]
    [InlineData(5, 10, 0.18709, 0.81291)]
    public void Bounds_are_those_of_the_tables(long seen, long draws, double low, double high)
    {
        var interval = ClopperPearson.Interval(seen, draws, 0.95);
        Assert.Equal((low, high), (Math.Round(interval.Low, 5), Math.Round(interval.High, 5)));
    }

    [Fact]
    public void Each_bound_leaves_half_the_error_to_its_side()
    {
        var counts = Gen.Choose(1, 400).Zip(Gen.Choose(1, 400)).ToArbitrary();
        var property = Prop.ForAll(counts, pair =>
        {
            var (seen, draws) = (pair.Item1, pair.Item1 + pair.Item2);
            var (low, high) = ClopperPearson.Interval(seen, draws, 0.95);
            return Math.Abs(1 - Binomial.CDF(low, draws, seen - 1) - 0.025) < 1e-6 && Math.Abs(Binomial.CDF(high, draws, seen) - 0.025) < 1e-6;
        });
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(200).WithReplay(3, 7), property);
    }
}
