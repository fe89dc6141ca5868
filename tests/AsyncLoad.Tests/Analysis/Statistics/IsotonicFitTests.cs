using AsyncLoad.Analysis.Statistics;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class IsotonicFitTests
{
    [Fact]
    public void The_fit_equals_the_largest_of_smallest_averages()
    {
        // The max-min formula of Barlow et al. (1972), eq. (1.13): no pooling, all stretches tried.
        Holds((values, weights) => Assert.All(IsotonicFit.Increasing(values, weights).Index(), fit => Assert.Equal(MaxMin(values, weights, fit.Index), fit.Item, 9)));
    }

    [Fact]
    public void No_monotone_values_nearby_are_nearer()
    {
        var random = new Random(5);
        Holds((values, weights) =>
        {
            var fit = IsotonicFit.Increasing(values, weights);
            double[] other = [.. fit.Select(value => value + (random.NextDouble() - 0.5)).Order()];
            Assert.True(IsotonicFit.Residual(values, weights, other) >= IsotonicFit.Residual(values, weights, fit) - 1e-9);
        });
    }

    [Fact]
    public void Monotone_values_are_their_own_fit_to_the_last_digit() => Holds((values, weights) =>
    {
        double[] ascending = [.. values.Order()];
        Assert.Equal(ascending, IsotonicFit.Increasing(ascending, weights));
        Assert.Equal(ascending.Reverse(), IsotonicFit.Decreasing([.. ascending.Reverse()], weights));
        Assert.Equal(0, IsotonicFit.Residual(ascending, weights, IsotonicFit.Increasing(ascending, weights)));
    });

    [Fact]
    public void A_falling_fit_is_a_rising_fit_read_backwards() => Holds((values, weights) =>
    {
        var backwards = IsotonicFit.Increasing([.. values.Reverse()], [.. weights.Reverse()]);
        Assert.All(IsotonicFit.Decreasing(values, weights).Zip(backwards.Reverse()), pair => Assert.Equal(pair.Second, pair.First, 9));
    });

    [Fact]
    public void The_weighted_mean_stays()
    {
        Holds((values, weights) => Assert.Equal(Sum(values, weights), Sum(IsotonicFit.Increasing(values, weights), weights), 6));

        static double Sum(double[] values, double[] weights) => values.Zip(weights, (value, weight) => value * weight).Sum();
    }

    [Fact]
    public void Violators_are_pooled_by_weight() =>
        Assert.Equal([1.0, 3.5, 3.5, 6.0], IsotonicFit.Increasing([1, 5, 3, 6], [1, 1, 3, 1]));

    [Fact]
    public void What_is_left_over_is_squared_and_weighted() => Assert.Equal(3, IsotonicFit.Residual([1, 3], [2, 1], [2, 2]));

    [Fact]
    public void Weights_are_one_a_value_and_positive()
    {
        Assert.Throws<ArgumentException>(() => IsotonicFit.Increasing([1, 2], [1]));
        Assert.Throws<ArgumentException>(() => IsotonicFit.Increasing([1, 2], [1, 0]));
        Assert.Empty(IsotonicFit.Increasing([], []));
    }

    private static void Holds(Action<double[], double[]> property)
    {
        // Small integers, so that ties are frequent.
        var points = Gen.ArrayOf(Gen.Zip(Gen.Choose(-9, 9), Gen.Choose(1, 8))).ToArbitrary();
        Check.One(
            Config.QuickThrowOnFailure.WithMaxTest(300),
            Prop.ForAll(points, drawn => property([.. drawn.Select(point => point.Item1 / 2.0)], [.. drawn.Select(point => (double)point.Item2)])));
    }

    private static double MaxMin(double[] values, double[] weights, int at)
    {
        var (sums, totals) = (Running(values.Zip(weights, (value, weight) => value * weight)), Running(weights));
        return Enumerable.Range(0, at + 1).Max(start => Enumerable.Range(at + 1, values.Length - at).Min(end => (sums[end] - sums[start]) / (totals[end] - totals[start])));
    }

    // Sums of what stands before each place, and of all. Halves and whole numbers: nothing is rounded.
    private static double[] Running(IEnumerable<double> values)
    {
        var sum = 0.0;
        return [sum, .. values.Select(value => sum += value)];
    }
}
