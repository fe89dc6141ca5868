using AsyncLoad.Analysis.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class SpreadIntervalTests
{
    /// <summary>Chi-squared at 0.025 and 0.975 with 4 degrees of freedom: 0.4844 and 11.143.</summary>
    [Fact]
    public void A_spread_of_five_values_is_known_to_a_factor()
    {
        var (low, high) = SpreadInterval.Of(1, 5, 0.95);
        Assert.Equal((Math.Sqrt(4 / 11.1433), Math.Sqrt(4 / 0.48442)), (low, high), (left, right) =>
            Math.Abs(left.Item1 - right.Item1) < 1e-4 && Math.Abs(left.Item2 - right.Item2) < 1e-3);
    }

    [Fact]
    public void The_interval_of_a_spread_holds_the_truth_as_often_as_it_says()
    {
        var random = new Random(20_260_102);
        const int Samples = 4_000;
        var held = 0;
        for (var sample = 0; sample < Samples; sample++)
        {
            var (low, high) = SpreadInterval.Of(StandardDeviation.Of(Draw.Normal(random, 4, 0, 0.02))!.Value, 4, 0.95);
            if (low <= 0.02 && 0.02 <= high) held++;
        }

        Assert.InRange(held / (double)Samples, 0.94, 0.96);
    }
}
