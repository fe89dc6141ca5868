using System.Globalization;
using AsyncLoad.Harness.Platform;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Platform;

public class ProcessorTimesTests
{
    [Theory]
    [InlineData("cpu  100 0 100 800 0 0 0 0 0 0", "cpu  150 0 150 900 0 0 0 0 0 0", 0.5)]
    [InlineData("cpu  100 0 100 800 0 0 0 0 0 0", "cpu  100 0 100 850 50 0 0 0 0 0", 0.0)]
    [InlineData("cpu  1 1 1 1 1 1 1 1", "cpu  2 2 2 1 1 2 2 2", 1.0)]
    [InlineData("cpu  1 1 1 1 1 1 1 1", "cpu  1 1 1 1 1 1 1 1", null)]
    [InlineData("cpu  9 1 1 1 1 1 1 1", "cpu  1 1 1 99 1 1 1 1", null)]
    public void What_was_not_idle_was_busy(string before, string after, double? share) =>
        Assert.Equal(share, Times(after).BusyShareSince(Times(before)));

    [Theory]
    [InlineData("cpu  1 1")]
    [InlineData("cpu  a b c d e f g h")]
    [InlineData("cpu  -1 1 1 1 1 1 1 1")]
    [InlineData("intr 1")]
    [InlineData("")]
    public void Lines_without_times_tell_nothing(string line) => Assert.Null(ProcessorTimes.Of([line]));

    [Fact]
    public void Stolen_time_is_no_other_process()
    {
        var (before, after) = (Times("cpu  0 0 0 0 0 0 0 0"), Times("cpu  30 0 10 120 0 0 0 40"));

        Assert.Equal(0.2, after.StolenShareSince(before));
        Assert.Equal(2 * 0.2, after.OtherCoresSince(before, ownTicks: 0)!.Value, 12);
    }

    [Theory]
    [InlineData(0, 1.0)]
    [InlineData(60, 0.4)]
    [InlineData(100, 0.0)]
    [InlineData(103, 0.0)]
    public void What_is_own_is_not_others(long own, double others) =>
        Assert.Equal(others, Times("cpu  100 0 0 100 0 0 0 0").OtherCoresSince(Times("cpu  0 0 0 0 0 0 0 0"), own)!.Value, 12);

    [Fact]
    public void Cores_are_the_numbered_lines()
    {
        Assert.Equal(2, ProcessorTimes.Of(["cpu  1 2 3 4 5 6 7 8", "cpu0 1 2 3", "cpu1 1 2 3", "intr 5", "cpufreq 1"])!.Cores);
        Assert.Null(ProcessorTimes.Of(["cpu  1 2 3 4 5 6 7 8"])!.Cores);
    }

    [Fact]
    public void Shares_lie_between_0_and_1_whatever_was_counted()
    {
        var property = Prop.ForAll<PositiveInt[], PositiveInt[]>((start, more) =>
        {
            long[] before = Eight(start), grown = Eight(more);
            var earlier = Times(Line(before));
            var later = Times(Line([.. before.Zip(grown, (left, right) => left + right)]));
            double?[] shares = [later.BusyShareSince(earlier), later.StolenShareSince(earlier)];
            return shares.All(share => share is null or (>= 0 and <= 1)) && later.OtherCoresSince(earlier, 0) is null or (>= 0 and <= 2);
        });
        Check.One(Config.QuickThrowOnFailure.WithReplay(5, 9), property);
    }

    [Theory]
    [InlineData("4711 (dotnet) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "dotnet", 11 + 12, 13 + 14)]
    [InlineData("4711 (a) b) (c)) R 1 2 3 4 5 6 7 8 9 10 100 200 0 0 15 16", "a) b) (c)", 300, 0)]
    public void A_process_is_told_whatever_its_name(string text, string name, long own, long children) =>
        Assert.Equal(new ProcessTimes(name, own, children), ProcessTimes.Of(text));

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("4711 dotnet S 1 2 3")]
    [InlineData("4711 (dotnet) S 1 2 3")]
    [InlineData(")4711 (")]
    [InlineData("4711 (dotnet) S 1 2 3 4 5 6 7 8 9 10 x 12 13 14")]
    public void What_is_no_process_tells_nothing(string? text) => Assert.Null(ProcessTimes.Of(text));

    private static ProcessorTimes Times(string line) => ProcessorTimes.Of([line, "cpu0 1", "cpu1 1"])!;

    private static long[] Eight(PositiveInt[] values) => [.. values.Select(value => (long)value.Get).Concat(Enumerable.Repeat(0L, 8)).Take(8)];

    private static string Line(IEnumerable<long> values) => "cpu  " + string.Join(' ', values.Select(value => value.ToString(CultureInfo.InvariantCulture)));
}
