using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

/// <summary>What has no answer is refused in words that name the range: a wrong figure would look like any other.</summary>
public sealed class RefusedArgumentsTests
{
    private const string Share = "above 0, below 1";

    [Fact]
    public void An_error_or_a_confidence_is_a_share()
    {
        foreach (var none in new[] { 0, 1, -0.05, 1.5, double.NaN })
        {
            Refused(Share, () => SignedRank.Rank(8, none));
            Refused(Share, () => RankSum.Rank(8, 8, none));
            Refused(Share, () => ClopperPearson.Interval(1, 2, none));
            Refused(Share, () => StudentMean.Quantile(5, none));
            Refused(Share, () => SpreadInterval.Of(1, 5, none));
            Refused(Share, () => AllocationSampling.Estimate(1, 1, none));
        }
    }

    [Fact]
    public void Counts_begin_where_there_is_something()
    {
        Refused("pairs", () => SignedRank.Distribution(0));
        Refused("rank", () => SignedRank.Confidence(8, 0));
        Refused("size", () => RankSum.Distribution(0, 4));
        Refused("size", () => RankSum.Distribution(4, 0));
        Refused("size", () => RankSum.Distribution(101, 4));
        Refused("size", () => RankSum.Distribution(4, 101));
        Refused("seen", () => ClopperPearson.Interval(-1, 2, 0.95));
        Refused("seen", () => ClopperPearson.Interval(3, 2, 0.95));
        Refused("degrees", () => StudentMean.Quantile(0, 0.95));
        Refused("spread", () => SpreadInterval.Of(-0.1, 5, 0.95));
        Refused("count", () => SpreadInterval.Of(0.1, 1, 0.95));
        Refused("samples", () => AllocationSampling.Estimate(-1, 0, 0.95));
        Refused("looks", () => Looks.ErrorAt(8, []));
        Assert.Throws<ArgumentNullException>("looks", () => Looks.ErrorAt(8, null!));
        Assert.Throws<ArgumentNullException>("ratios", () => Looks.Interval(null!, [6]));
    }

    [Fact]
    public void Ranges_are_named()
    {
        Refused("0 or more, and finite", () => HalfWidth.PairsFor(-0.01, 0.02, 100));
        Refused("0 or more, and finite", () => HalfWidth.PairsFor(double.PositiveInfinity, 0.02, 100));
        Refused("halfWidth", () => HalfWidth.PairsFor(0.01, 0, 100));
        Refused("0 to 1", () => Quantile.Of([1], -0.01));
        Refused("one weight per value", () => IsotonicFit.Increasing([1, 2], [1]));
        Refused("weights must be positive", () => IsotonicFit.Increasing([1, 2], [1, 0]));
        Refused("ratios must be positive", () => Looks.Interval([1, 1, 1, 1, 1, 0], [6]));
        Refused("5 pairs allow no interval; 6 do", () => Looks.Interval([1, 1, 1, 1, 1], [6]));
    }

    [Fact]
    public void Nothing_has_no_estimate()
    {
        Refused("no values, no median", () => HodgesLehmann.PseudoMedian([]));
        Refused("no values, no quantile", () => HodgesLehmann.Shift([], [1]));
        Refused("no values, no quantile", () => Quantile.Of([], 0.5));
        Refused("no values, no mean", () => StudentMean.Of([]));
        Refused("no pairs, no ratio", () => PairBootstrap.RatioOfTotals([], 1));
    }

    private static void Refused(string words, Action asked) => Assert.Contains(words, Assert.ThrowsAny<ArgumentException>(asked).Message, StringComparison.Ordinal);
}
