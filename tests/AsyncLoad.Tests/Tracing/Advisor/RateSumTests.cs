using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor;

public sealed class RateSumTests
{
    [Fact]
    public void One_rate_is_its_own_sum() => Assert.Equal(new RateInterval(10, 8, 13), RateSum.Of([new RateInterval(10, 8, 13)]));

    [Fact]
    public void Nothing_sums_up_to_nothing() => Assert.Equal(new RateInterval(0, 0, 0), RateSum.Of([]));

    [Fact]
    public void Distances_of_bounds_add_as_squares() =>
        Assert.Equal(new RateInterval(30, 25, 43), RateSum.Of([new RateInterval(10, 7, 15), new RateInterval(20, 16, 32)]));

    // Parts of one sample sum up to nearly the interval of the whole, since bytes of different stacks are drawn independently.
    [Fact]
    public void Parts_of_a_sample_have_nearly_the_interval_of_the_whole()
    {
        var whole = AllocationSampling.Estimate(1_000, 1_000 * 102_400.0, 0.95);
        var sum = RateSum.Of(Enumerable.Repeat(Rate(AllocationSampling.Estimate(100, 100 * 102_400.0, 0.95)), 10));
        Assert.Equal(whole.Bytes, sum.Estimate, 1e-3);
        Assert.Equal(whole.Low, sum.Low, whole.Bytes * 0.01);
        Assert.Equal(whole.High, sum.High, whole.Bytes * 0.015);

        static RateInterval Rate(AsyncLoad.Tracing.Allocations.AllocationEstimate estimate) => new(estimate.Bytes, estimate.Low, estimate.High);
    }
}
