using System.Globalization;
using System.Text.Json;
using AsyncLoad.Model.Units;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Model;

public class UnitTests
{
    private static readonly Arbitrary<long> NotNegative = ArbMap.Default.ArbFor<long>().Filter(value => value >= 0);

    [Fact]
    public void A_printed_size_reads_back_as_itself() =>
        Prop.ForAll(NotNegative, bytes => ByteSize.TryParse(new ByteSize(bytes).ToString(), out var size) && size.Bytes == bytes)
            .QuickCheckThrowOnFailure();

    [Fact]
    public void A_printed_duration_reads_back_as_itself() =>
        Prop.ForAll(NotNegative, nanoseconds => Duration.TryParse(new Duration(nanoseconds).ToString(), out var back) && back.Nanoseconds == nanoseconds)
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Extreme_values_print_and_read_back()
    {
        foreach (var value in new[] { 0, 1, 1023, 1024, long.MaxValue - 1, long.MaxValue })
        {
            Assert.True(ByteSize.TryParse(new ByteSize(value).ToString(), out var size));
            Assert.Equal(value, size.Bytes);
            Assert.True(Duration.TryParse(new Duration(value).ToString(), out var duration));
            Assert.Equal(value, duration.Nanoseconds);
        }
    }

    [Fact]
    public void Sizes_have_binary_units()
    {
        Assert.Equal(512, Size("512B"));
        Assert.Equal(64 * 1024, Size("64KB"));
        Assert.Equal(200L * 1024 * 1024, Size("200MB"));
        Assert.Equal(4L * 1024 * 1024 * 1024, Size("4GB"));
        Assert.Equal(1536, Size("1.5KB"));
        Assert.Equal(0, Size("0MB"));
    }

    [Fact]
    public void Sizes_print_in_the_largest_unit_that_divides_them()
    {
        Assert.Equal("0MB", default(ByteSize).ToString());
        Assert.Equal("1536B", new ByteSize(1536).ToString());
        Assert.Equal("50MB", ByteSize.FromMegabytes(50).ToString());
        Assert.Equal("2GB", ByteSize.FromMegabytes(2048).ToString());
    }

    [Fact]
    public void Durations_have_the_units_of_profiles()
    {
        Assert.Equal(7, Length("7ns"));
        Assert.Equal(100_000, Length("100us"));
        Assert.Equal(10_000_000, Length("10ms"));
        Assert.Equal(2_000_000_000, Length("2s"));
        Assert.Equal(600_000_000_000, Length("10m"));
        Assert.Equal(3_600_000_000_000, Length("1h"));
        Assert.Equal(1_500_000, Length("1.5ms"));
    }

    [Fact]
    public void Durations_print_in_the_largest_unit_that_divides_them()
    {
        Assert.Equal("0s", default(Duration).ToString());
        Assert.Equal("1500us", new Duration(1_500_000).ToString());
        Assert.Equal("5s", Duration.FromSeconds(5).ToString());
        Assert.Equal("1h", Duration.FromSeconds(3600).ToString());
        Assert.Equal("61s", Duration.FromSeconds(61).ToString());
    }

    [Fact]
    public void What_is_no_size_is_refused()
    {
        foreach (var text in new[] { "", "B", "MB", "12", "1.5", "-1MB", "+1MB", "1 MB", " 1MB", "1MB ", "1mb", "1TB", "1,5MB", "1e3MB", "NaNMB", "１MB" })
            Assert.False(ByteSize.TryParse(text, out _), $"'{text}'");
    }

    [Fact]
    public void What_is_no_duration_is_refused()
    {
        foreach (var text in new[] { "", "s", "ms", "12", "1.5", "-1ms", "+1s", "1 s", " 1s", "1s ", "1S", "1d", "1,5s", "1e3s", "NaNs", "1mms" })
            Assert.False(Duration.TryParse(text, out _), $"'{text}'");
    }

    [Fact]
    public void What_exceeds_64_bits_is_refused()
    {
        Assert.True(ByteSize.TryParse("9223372036854775807B", out _));
        Assert.False(ByteSize.TryParse("9223372036854775808B", out _));
        Assert.False(ByteSize.TryParse("8589934592GB", out _));
        Assert.False(ByteSize.TryParse("99999999999999999999999999999999999GB", out _));
        Assert.True(Duration.TryParse("9223372036854775807ns", out _));
        Assert.False(Duration.TryParse("9223372036854775808ns", out _));
        Assert.False(Duration.TryParse("2562048h", out _));
        Assert.False(Duration.TryParse("99999999999999999999999999999999999h", out _));
    }

    [Fact]
    public void Fractions_of_the_smallest_unit_are_dropped()
    {
        Assert.Equal(1_395_864_371, Size("1.3GB"));
        Assert.Equal(1, Length("0.0019us"));
    }

    [Fact]
    public void Units_do_not_depend_on_the_culture()
    {
        var before = CultureInfo.CurrentCulture;
        try
        {
            foreach (var name in new[] { "tr-TR", "de-DE", "ar-SA" })
            {
                CultureInfo.CurrentCulture = new CultureInfo(name);
                Assert.Equal(1536, Size("1.5KB"));
                Assert.Equal("1500us", new Duration(Length("1.5ms")).ToString());
                Assert.Equal("50MB", ByteSize.FromMegabytes(50).ToString());
            }
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Fact]
    public void Sizes_and_durations_order_by_value() =>
        Prop.ForAll(NotNegative, NotNegative, (left, right) =>
            (new ByteSize(left) < new ByteSize(right)) == (left < right)
            && (new ByteSize(left) >= new ByteSize(right)) == (left >= right)
            && (new Duration(left) > new Duration(right)) == (left > right)
            && (new Duration(left) <= new Duration(right)) == (left <= right)
            && (new Nanoseconds(left) > new Nanoseconds(right)) == (left > right)).QuickCheckThrowOnFailure();

    [Fact]
    public void Nanoseconds_convert_from_ticks_and_to_larger_units()
    {
        var length = Nanoseconds.From(TimeSpan.FromMilliseconds(1.5));

        Assert.Equal(1_500_000, length.Value);
        Assert.Equal(1.5, length.Milliseconds);
        Assert.Equal(0.0015, length.Seconds);
        Assert.Equal(TimeSpan.FromMilliseconds(10), Duration.FromMilliseconds(10).Span);
        Assert.Throws<OverflowException>(() => new Nanoseconds(long.MaxValue) + new Nanoseconds(1));
    }

    [Fact]
    public void What_is_no_size_or_duration_in_a_document_is_told_with_an_example()
    {
        Assert.Equal("not a size such as 64KB or 200MB", Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<ByteSize>("\"12\"")).Message);
        Assert.Equal("not a duration such as 10ms or 2s", Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<Duration>("\"12\"")).Message);
    }

    private static long Size(string text) => ByteSize.TryParse(text, out var size) ? size.Bytes : throw new FormatException(text);

    private static long Length(string text) => Duration.TryParse(text, out var length) ? length.Nanoseconds : throw new FormatException(text);
}
