using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Tracing.Statistics;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class SampleStatisticsTests
{
    [Fact]
    public void A_quantile_at_an_order_statistic_is_that_order_statistic()
    {
        var property = Prop.ForAll<NonEmptyArray<int>>(values =>
        {
            double[] sample = [.. values.Get.Select(value => (double)value)];
            double[] ordered = [.. sample.Order()];
            return Enumerable.Range(0, sample.Length).All(i =>
                Math.Abs(Quantile.Of(sample, sample.Length == 1 ? 0.5 : i / (sample.Length - 1.0)) - ordered[i]) <= 1e-9 * (1 + Math.Abs(ordered[^1] - ordered[0])));
        });
        Check.One(Config.QuickThrowOnFailure.WithReplay(3, 7), property);
    }

    [Fact]
    public void A_quantile_between_two_values_is_interpolated()
    {
        Assert.Equal(2.5, Quantile.Of([4, 1, 3, 2], 0.5));
        Assert.Equal(3.85, Quantile.Of([4, 1, 3, 2], 0.95), 12);
        Assert.Equal(4, Quantile.Of([4, 1, 3, 2], 1));
    }

    [Fact]
    public void A_quantile_of_nothing_or_beyond_one_is_refused()
    {
        Assert.Throws<ArgumentException>(() => Quantile.Of([], 0.5));
        Assert.Throws<ArgumentOutOfRangeException>(() => Quantile.Of([1], 1.01));
        Assert.Throws<ArgumentOutOfRangeException>(() => Quantile.Of([1], double.NaN));
    }

    [Fact]
    public void A_standard_deviation_divides_by_one_less_than_the_count()
    {
        Assert.Equal(Math.Sqrt(32.0 / 7), StandardDeviation.Of([2, 4, 4, 4, 5, 5, 7, 9])!.Value, 12);
        Assert.Equal(0, StandardDeviation.Of([1e9, 1e9]));
        Assert.Null(StandardDeviation.Of([3]));
    }

    [Fact]
    public void A_standard_deviation_far_from_zero_keeps_its_digits() =>
        Assert.Equal(1, StandardDeviation.Of([1e9, 1e9 + 1, 1e9 + 2])!.Value, 9);
}
