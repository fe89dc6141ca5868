using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Model;

/// <summary>What measured counts come to.</summary>
public sealed class MeasuredFiguresTests
{
    [Fact]
    public void Bytes_of_an_operation_leave_out_those_of_the_driver() => Assert.Equal(24.5, new CountSlice(200, 5_000, 100, 0).BytesPerOperation);

    [Fact]
    public void A_heap_grows_by_what_is_there_afterwards() => Assert.Equal(-300, new HeapUse(1_000, 700, 5).Growth);

    [Fact]
    public void Collections_are_those_of_all_generations() => Assert.Equal(7, new GcCounters(4, 2, 1, default, 0).Collections);

    [Theory]
    [InlineData(1.5, 0.25, 4, 2.5)]
    [InlineData(1.5, null, 4, 1.5)]
    [InlineData(null, 0.25, 4, null)]
    public void What_the_host_took_counts_as_taken(double? others, double? stolen, int processors, double? taken) =>
        Assert.Equal(taken, new SampleEnvironment(default, others, stolen, null, null, null, null).CoresTaken(processors));

    // Both bounds are met: a tenth of what was asked, and 20 µs where that is less.
    [Theory]
    [InlineData(100_000, 120_000, true)]
    [InlineData(100_000, 80_000, true)]
    [InlineData(100_000, 120_001, false)]
    [InlineData(1_000_000, 1_100_000, true)]
    [InlineData(1_000_000, 1_100_001, false)]
    public void A_device_keeps_its_median_within_a_tenth_or_20_us(long asked, long delivered, bool kept)
    {
        var device = new DeviceReport(10, new Nanoseconds(asked), default, new Nanoseconds(delivered), default);

        Assert.Equal((Math.Abs(delivered - asked), kept), (device.MedianDistance, device.IsMedianKept));
    }

    [Fact]
    public void Settings_that_took_no_effect_are_told_with_what_to_do()
    {
        SettingComparison[] settings = [new("server", "true", "true", ""), new("heapCount", "4", "2", "ask for at most 2"), new("datas", "true", "false", "needs server")];

        Assert.Null(SettingComparison.Refusal(settings[..1]));
        Assert.Equal("settings did not take effect: heapCount: asked for 4, found 2 (ask for at most 2); datas: asked for true, found false (needs server)", SettingComparison.Refusal(settings));
    }

    [Fact]
    public void A_side_says_why_it_was_stopped() => Assert.Equal("its partner failed", CellOutcome.Stopped.WithPartner.Reason);

    [Fact]
    public void A_quantile_lies_between_none_and_all()
    {
        var latencies = new Latencies(new Nanoseconds(5), new Nanoseconds(5), [5, 1]);

        Assert.Throws<ArgumentOutOfRangeException>(() => latencies.Quantile(-0.001));
        Assert.Throws<ArgumentOutOfRangeException>(() => latencies.Quantile(1.001));
        Assert.Equal((5, 5), (latencies.Quantile(0)?.Value, latencies.Quantile(1)?.Value));
        Assert.Null(Latencies.None.Quantile(0.5));
    }

    [Fact]
    public void Without_arrivals_the_service_time_is_the_response_time()
    {
        Latencies service = new(new Nanoseconds(5), new Nanoseconds(5), [5, 1]), response = new(new Nanoseconds(9), new Nanoseconds(9), [9, 1]);

        Assert.Same(service, new LatencyReport(service, null, Latencies.None, null).ResponseTime);
        Assert.Same(response, new LatencyReport(service, response, Latencies.None, null).ResponseTime);
    }

    [Fact]
    public void A_bucket_without_a_count_is_none() => Assert.Equal([new LatencyBucket(5, 1)], new Latencies(default, default, [5, 1, 2]).Buckets);

    [Theory]
    [InlineData(99.94, "99.9 kB")]
    [InlineData(99.95, "100 kB")]
    [InlineData(9.994, "9.99 kB")]
    [InlineData(9.995, "10.0 kB")]
    [InlineData(999.49, "999 kB")]
    [InlineData(999.5, "1.00 MB")]
    [InlineData(0.005, "5 B")]
    [InlineData(0.9995, "1.00 kB")]
    [InlineData(999_500, "1.00 GB")]
    [InlineData(-2, "-2.00 kB")]
    public void Three_digits_are_kept_on_both_sides_of_a_power(double kilobytes, string told) => Assert.Equal(told, new MeasuredSize(kilobytes * 1e3).ToString());

    [Theory]
    [InlineData(99.9, "99.9KB")]
    [InlineData(100.2, "100KB")]
    [InlineData(9.99, "9.99KB")]
    [InlineData(10.26, "10.3KB")]
    [InlineData(1.234, "1.23KB")]
    [InlineData(1, "1KB")]
    [InlineData(0.5, "512B")]
    public void Places_on_an_axis_have_three_digits_at_most(double kilobytes, string told) => Assert.Equal(told, ByteSize.Rounded(kilobytes * 1024));

    [Fact]
    public void Units_compare_by_their_numbers()
    {
        Assert.Equal((true, false, false), (new ByteSize(1) < new ByteSize(2), new ByteSize(2) < new ByteSize(2), new ByteSize(3) < new ByteSize(2)));
        Assert.Equal((false, false, true), (new ByteSize(1) > new ByteSize(2), new ByteSize(2) > new ByteSize(2), new ByteSize(3) > new ByteSize(2)));
        Assert.Equal((true, true, false), (new ByteSize(1) <= new ByteSize(2), new ByteSize(2) <= new ByteSize(2), new ByteSize(3) <= new ByteSize(2)));
        Assert.Equal((false, true, true), (new ByteSize(1) >= new ByteSize(2), new ByteSize(2) >= new ByteSize(2), new ByteSize(3) >= new ByteSize(2)));
        Assert.Equal((true, false, false), (new Duration(1) < new Duration(2), new Duration(2) < new Duration(2), new Duration(3) < new Duration(2)));
        Assert.Equal((false, false, true), (new Duration(1) > new Duration(2), new Duration(2) > new Duration(2), new Duration(3) > new Duration(2)));
        Assert.Equal((true, true, false), (new Duration(1) <= new Duration(2), new Duration(2) <= new Duration(2), new Duration(3) <= new Duration(2)));
        Assert.Equal((false, true, true), (new Duration(1) >= new Duration(2), new Duration(2) >= new Duration(2), new Duration(3) >= new Duration(2)));
        Assert.Equal((true, false, false), (new Nanoseconds(1) < new Nanoseconds(2), new Nanoseconds(2) < new Nanoseconds(2), new Nanoseconds(3) < new Nanoseconds(2)));
        Assert.Equal((false, false, true), (new Nanoseconds(1) > new Nanoseconds(2), new Nanoseconds(2) > new Nanoseconds(2), new Nanoseconds(3) > new Nanoseconds(2)));
        Assert.Equal((true, true, false), (new Nanoseconds(1) <= new Nanoseconds(2), new Nanoseconds(2) <= new Nanoseconds(2), new Nanoseconds(3) <= new Nanoseconds(2)));
        Assert.Equal((false, true, true), (new Nanoseconds(1) >= new Nanoseconds(2), new Nanoseconds(2) >= new Nanoseconds(2), new Nanoseconds(3) >= new Nanoseconds(2)));
        Assert.Equal(new Nanoseconds(3), new Nanoseconds(5) - new Nanoseconds(2));
    }
}
