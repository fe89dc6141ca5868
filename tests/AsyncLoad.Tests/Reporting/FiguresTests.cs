using AsyncLoad.Analysis;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tracing.Advisor;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

public sealed class FiguresTests
{
    [Theory]
    [InlineData(0.4123, 0.3812, 0.4431, "0.41 [0.38, 0.44]")]
    [InlineData(0.4437, 0.4351, 0.4502, "0.444 [0.435, 0.450]")]
    [InlineData(1.004, 0.993, 1.012, "1.00 [0.99, 1.01]")]
    [InlineData(12.34, 10.2, 15.67, "12.3 [10.2, 15.7]")]
    [InlineData(0.5, double.NaN, 0.6, "n/a")]
    [InlineData(0.9, 0.002, 400, "0.90 [0.0020, 400]")]
    [InlineData(0.0123, 0.0004, 60, "0.012 [0.00040, 60]")]
    [InlineData(0.2, 0, 60, "0.20 [0, 60]")]
    public void A_ratio_shows_two_or_three_digits_with_its_interval(double estimate, double low, double high, string expected) =>
        Assert.Equal(expected, Figures.Ratio(new RatioInterval(estimate, low, high, 0.969, 6)));

    [Fact]
    public void What_a_ratio_shows_is_within_a_tenth_of_what_it_is()
    {
        var random = new Random(1);
        for (var count = 0; count < 10_000; count++)
        {
            var low = Math.Pow(10, (random.NextDouble() * 6) - 3);
            var estimate = low * Math.Pow(10, random.NextDouble() * 3);
            var high = estimate * Math.Pow(10, random.NextDouble() * 3);
            double[] shown = [.. Figures.Ratio(new RatioInterval(estimate, low, high, 0.969, 6)).Split(['[', ']', ',', ' '], StringSplitOptions.RemoveEmptyEntries).Select(part => double.Parse(part, System.Globalization.CultureInfo.InvariantCulture))];
            // Thousands are set apart by a comma.
            if (high >= 999.5) continue;
            Assert.All(shown.Zip([estimate, low, high]), pair => Assert.InRange(pair.First / pair.Second, 0.89, 1.11));
        }
    }

    [Fact]
    public void Two_unknown_times_are_one_word() => Assert.Equal("n/a", Figures.TimeChange(null, null));

    [Theory]
    [InlineData(74.32, "74.3 ns")]
    [InlineData(999.96, "1.00 µs")]
    [InlineData(1_338, "1.34 µs")]
    [InlineData(12_500_000, "12.5 ms")]
    [InlineData(0, "0 ns")]
    [InlineData(double.PositiveInfinity, "n/a")]
    public void Time_takes_the_unit_that_suits_it(double nanoseconds, string expected) => Assert.Equal(expected, Figures.Time(nanoseconds));

    [Theory]
    [InlineData(74.3, 35.7, "74.3 → 35.7 ns/op")]
    [InlineData(1_420, 88.0, "1.42 → 0.0880 µs/op")]
    [InlineData(1_070_000, 10.3, "1.07 ms → 10.3 ns/op")]
    [InlineData(10.3, 1_070_000, "10.3 ns → 1.07 ms/op")]
    [InlineData(1_070_000, 0, "1.07 → 0 ms/op")]
    public void Two_times_have_one_unit_unless_they_are_far_apart(double from, double to, string expected) => Assert.Equal(expected, Figures.TimeChange(from, to));

    [Theory]
    [InlineData(504.0004, "504")]
    [InlineData(103.6, "103.6")]
    [InlineData(-0.0004, "0")]
    [InlineData(0.31, "0.31")]
    public void Bytes_are_whole_when_they_are_whole(double bytes, string expected) => Assert.Equal(expected, Figures.BytesPerOperation(bytes));

    [Theory]
    [InlineData(0.373, "37 %")]
    [InlineData(0.0152, "1.5 %")]
    [InlineData(-0.348, "−35 %")]
    [InlineData(0, "0 %")]
    public void A_share_is_a_percentage(double share, string expected) => Assert.Equal(expected, Figures.Percent(share));

    [Theory]
    [InlineData(50_000_000, "50.0 MB", "50.0 MB/s")]
    [InlineData(999.4, "999 B", "999 B/s")]
    [InlineData(999.6, "1.00 kB", "1.00 kB/s")]
    [InlineData(1_048_576, "1.05 MB", "1.05 MB/s")]
    [InlineData(309_600_000, "310 MB", "310 MB/s")]
    [InlineData(double.NaN, "n/a", "n/a")]
    public void Sizes_and_rates_are_decimal(double bytes, string size, string rate) => Assert.Equal((size, rate), (Figures.Size(bytes), Figures.SizeRate(bytes)));

    [Theory]
    [InlineData(0.2591, "0.259")]
    [InlineData(1_024, "1,024")]
    [InlineData(1_234.5678, "1,235")]
    [InlineData(double.NaN, "n/a")]
    [InlineData(double.PositiveInfinity, "n/a")]
    public void A_label_has_three_digits_or_is_a_whole_number(double value, string expected) => Assert.Equal(expected, Figures.Tick(value));

    [Fact]
    public void A_rate_and_its_interval_have_one_decimal_unit() => Assert.Equal("0.95 MB/s [0.90, 1.10]", Figures.SizeRate(new RateInterval(950_000, 900_000, 1_100_000)));
}
