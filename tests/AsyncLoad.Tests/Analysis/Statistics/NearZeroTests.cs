using AsyncLoad.Tracing.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class NearZeroTests
{
    // The first terms of both series are exact where the next is beyond the sixteenth digit.
    [Theory]
    [InlineData(1e-5)]
    [InlineData(-1e-5)]
    [InlineData(1e-9)]
    [InlineData(1e-20)]
    [InlineData(0.0)]
    public void All_digits_are_kept(double x)
    {
        var (second, third) = (x * x / 2, x * x * x / 3);
        Assert.Equal(x + second + (third / 2), NearZero.ExpMinusOne(x), Math.Abs(x) * 1e-14);
        Assert.Equal(x - second + third, NearZero.LogOnePlus(x), Math.Abs(x) * 1e-14);
    }

    [Fact]
    public void Far_from_zero_they_are_the_plain_formulas()
    {
        Assert.Equal(Math.E - 1, NearZero.ExpMinusOne(1), 14);
        Assert.Equal(Math.Log(3), NearZero.LogOnePlus(2), 14);
        // An exponential that is nothing beside 1, and one that is nothing at all.
        Assert.Equal(-1, NearZero.ExpMinusOne(-40));
        Assert.Equal(-1, NearZero.ExpMinusOne(-1_000));
    }
}
