using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Tests.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Crossovers;

public sealed class BytesCrossingTests
{
    [Fact]
    public void Wrapping_decimal_crosses_in_bytes_at_56_of_216()
    {
        // async-value-task-over-value-task has 280 B at probability 0 and 0 at 1; async-task-over-task 224 and 160.
        (double Step, double Bytes)[] all = [.. new[] { 1, 0, 0.5, 0.25, 0.75 }.Select(p => (p, (280 * (1 - p)) - (224 - (64 * p))))];
        Assert.Equal((56 / 216.0, 0.25, 0.5), Rounded(BytesCrossing.Of(all)));
        Assert.Equal((56 / 216.0, 0, 1), Rounded(BytesCrossing.Of([all[0], all[1]])));

        static (double, double, double)? Rounded((double At, double Low, double High)? crossing) =>
            crossing is { } found && Math.Abs(found.At - (56 / 216.0)) < 1e-12 ? (56 / 216.0, found.Low, found.High) : null;
    }

    [Theory]
    [InlineData("decimal", 56 / 216.0)]
    [InlineData("string", 32 / 176.0)]
    [InlineData("bool", null)]
    public void Bytes_of_the_frontier_cross_where_those_of_its_workload_say(string result, double? crossing)
    {
        // Between 0 and 1 they are the mean of both ends.
        var steps = new[] { 0, 0.25, 0.5, 0.75, 1 }.Select(share => (share, At(share, "async-value-task-over-value-task") - At(share, "async-task-over-task")));
        Assert.Equal(crossing, BytesCrossing.Of([.. steps])?.At);

        double At(double share, string variant) => ((1 - share) * Stated(variant, "0")) + (share * Stated(variant, "1"));

        double Stated(string variant, string probability) => Assert.Single(Catalogued.One("wrapping").Expected, row =>
            row.Variant == variant && row.Arguments["probability"] == probability && row.Arguments["result"] == result).Bytes;
    }

    [Fact]
    public void A_level_of_exactly_no_difference_is_the_crossing()
    {
        Assert.Equal((2, 1, 3), BytesCrossing.Of([(1, 8), (2, 0), (3, -80)]));
        Assert.Equal((2.5, 1, 4), BytesCrossing.Of([(1, -8), (2, 0), (3, 0), (4, 80)]));
    }

    [Fact]
    public void No_change_of_sign_or_more_than_one_is_no_crossing()
    {
        Assert.Null(BytesCrossing.Of([]));
        Assert.Null(BytesCrossing.Of([(1, 8)]));
        Assert.Null(BytesCrossing.Of([(1, 0), (2, 0)]));
        Assert.Null(BytesCrossing.Of([(1, 8), (2, 0), (3, 8)]));
        Assert.Null(BytesCrossing.Of([(1, 0), (2, 8), (3, 0)]));
        Assert.Null(BytesCrossing.Of([(1, 8), (2, -8), (3, 8)]));
    }

    [Fact]
    public void Levels_are_given_once_and_figures_are_finite()
    {
        Assert.Throws<ArgumentException>(() => BytesCrossing.Of([(1, 8), (1, -8)]));
        Assert.Throws<ArgumentException>(() => BytesCrossing.Of([(1, 8), (2, double.NaN)]));
    }
}
