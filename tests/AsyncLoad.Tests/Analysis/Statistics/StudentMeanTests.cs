using AsyncLoad.Analysis.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class StudentMeanTests
{
    [Theory]
    [InlineData(1, 12.706)]
    [InlineData(5, 2.571)]
    [InlineData(7, 2.365)]
    [InlineData(10, 2.228)]
    [InlineData(30, 2.042)]
    public void The_quantile_is_that_of_the_published_table_at_95_percent(int degrees, double published) =>
        Assert.Equal(published, StudentMean.Quantile(degrees, 0.95), 3);

    [Fact]
    public void The_interval_is_the_mean_and_t_standard_errors()
    {
        // Student's own example (1908): hours of sleep gained by ten patients under L- minus D-hyoscyamine.
        double[] gained = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4];
        var interval = StudentMean.Interval(gained, 0.95)!;
        Assert.Equal(1.58, StudentMean.Of(gained), 12);
        Assert.Equal(0.7001, interval.Low, 4);
        Assert.Equal(2.4599, interval.High, 4);
    }

    [Fact]
    public void Equal_values_leave_no_doubt_and_one_value_all_of_it()
    {
        Assert.Equal(new CenterInterval(0.25, 0.25, 0.95), StudentMean.Interval([0.25, 0.25, 0.25], 0.95));
        Assert.Null(StudentMean.Interval([0.1], 0.95));
        Assert.Throws<ArgumentException>(() => StudentMean.Of([]));
    }
}
