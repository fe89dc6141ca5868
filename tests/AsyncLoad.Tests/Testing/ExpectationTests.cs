using System.Globalization;
using AsyncLoad.Model.Results;
using AsyncLoad.Testing;
using Xunit;

namespace AsyncLoad.Tests.Testing;

/// <summary>What passes, what fails and what is left open, and the sentences that say so.</summary>
public class ExpectationTests
{
    private const string Ending = "; run folder runs/one";

    [Fact]
    public void Bytes_above_the_limit_fail_with_both_figures()
    {
        var bytes = new MeasuredBytes("Orders.Price", Result(candidate: Side(bytes: 72)), "runs/one");

        Assert.Same(bytes, bytes.AtMost(72));
        var failure = Assert.Throws<ExpectationException>(() => bytes.AtMost(0));
        Assert.Equal("Orders.Price allocates 72 B per operation, but at most 0 B are allowed" + Ending, failure.Message);
    }

    [Theory]
    [InlineData(0.000_006, true)]
    [InlineData(0.04, true)]
    [InlineData(0.06, false)]
    public void A_stray_allocation_of_the_runtime_is_not_the_methods(double found, bool passes)
    {
        var bytes = new MeasuredBytes("Orders.Price", Result(candidate: Side(bytes: found)), "runs/one");

        Assert.Equal(passes, Record.Exception(() => bytes.AtMost(0)) is null);
    }

    [Fact]
    public void A_limit_that_is_no_number_allows_nothing() =>
        Assert.Throws<ExpectationException>(() => new MeasuredBytes("Orders.Price", Result(candidate: Side(bytes: 0)), "runs/one").AtMost(double.NaN));

    [Fact]
    public void Bytes_that_were_not_counted_are_no_zero()
    {
        var side = Side() with { Missing = new Dictionary<string, string> { ["bytesPerOperation"] = "count slices disagree" } };

        var failure = Assert.Throws<MeasurementException>(() => new MeasuredBytes("Orders.Price", Result(candidate: side), "runs/one"));
        Assert.Equal("the bytes of Orders.Price were not counted: count slices disagree" + Ending, failure.Message);
        Assert.Throws<MeasurementException>(() => Pair(Result()).BytesAtMost(1_000));
    }

    [Theory]
    [InlineData(0.90, 0.85, 0.95, 0)]
    [InlineData(1.03, 1.02, 1.05, 0.05)]
    public void A_ratio_whose_interval_lies_below_the_limit_passes(double estimate, double low, double high, double share)
    {
        var pair = Pair(Result(Interval(estimate, low, high)));

        Assert.Same(pair, pair.NotSlowerByMoreThan(share));
    }

    [Fact]
    public void A_ratio_whose_interval_lies_above_the_limit_is_slower()
    {
        var failure = Assert.Throws<ExpectationException>(() => Pair(Result(Interval(1.12, 1.06, 1.18))).NotSlowerByMoreThan(0.05));

        Assert.Equal("Orders.B takes 1.12 times as long as Orders.A [1.06, 1.18], but at most 1.05 is allowed" + Ending, failure.Message);
    }

    [Fact]
    public void A_limit_is_shown_to_its_last_digit() => Assert.Contains(
        "at most 1.005 is allowed", Assert.Throws<ExpectationException>(() => Pair(Result(Interval(1.12, 1.06, 1.18))).NotSlowerByMoreThan(0.005)).Message, StringComparison.Ordinal);

    [Fact]
    public void A_ratio_whose_interval_holds_the_limit_is_undecided_and_does_not_pass()
    {
        var failure = Assert.Throws<ExpectationException>(() => Pair(Result(Interval(1.03, 0.981, 1.09))).NotSlowerByMoreThan(0.05));

        Assert.Equal(
            "Orders.B takes 1.03 times as long as Orders.A [0.981, 1.09]: 6 pairs do not decide whether that is more than 1.05; measure more pairs" + Ending,
            failure.Message);
    }

    [Fact]
    public void Without_a_ratio_nothing_is_expected_of_it()
    {
        var result = Result() with { Missing = new Dictionary<string, string> { ["ratio"] = "too few collections to judge" } };

        var failure = Assert.Throws<MeasurementException>(() => Pair(result).NotSlowerByMoreThan(0.05));
        Assert.Equal("Orders.B could not be compared with Orders.A: too few collections to judge" + Ending, failure.Message);
        Assert.Throws<ArgumentOutOfRangeException>(() => Pair(result).NotSlowerByMoreThan(-0.1));
    }

    [Fact]
    public void A_pool_hit_rate_below_the_share_fails()
    {
        var pair = Pair(Result(candidate: Side() with { PoolHitRate = 0.625 }));

        Assert.Same(pair, pair.PoolHitRateAtLeast(0.6));
        var failure = Assert.Throws<ExpectationException>(() => pair.PoolHitRateAtLeast(0.9));
        Assert.Equal("Orders.B finds a pooled box for 62.5 % of its suspensions, but at least 90 % is required" + Ending, failure.Message);
        Assert.Throws<MeasurementException>(() => Pair(Result(candidate: Side())).PoolHitRateAtLeast(0));
    }

    [Fact]
    public void Figures_are_those_of_the_results()
    {
        var pair = Pair(Result(Interval(0.5, 0.4, 0.6), Side(bytes: 8)) with { Warnings = ["uneven-cores"] });

        Assert.Equal((0.5, 0.4, 0.6, 504d, 8d, null), (pair.Ratio, pair.RatioLow, pair.RatioHigh, pair.BaselineBytes, pair.CandidateBytes, pair.PoolHitRate));
        Assert.Equal(["uneven-cores"], pair.Warnings);
        Assert.Equal("runs/one", pair.RunFolder);
    }

    [Fact]
    public void Sentences_are_the_same_in_every_language()
    {
        var culture = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de-DE");
        try
        {
            var failure = Assert.Throws<ExpectationException>(() => new MeasuredBytes("Orders.Price", Result(candidate: Side(bytes: 72.5)), "runs/one").AtMost(0.25));
            Assert.StartsWith("Orders.Price allocates 72.5 B per operation, but at most 0.25 B are allowed", failure.Message, StringComparison.Ordinal);
            Assert.Contains("1.12", Assert.Throws<ExpectationException>(() => Pair(Result(Interval(1.12, 1.06, 1.18))).NotSlowerByMoreThan(0)).Message, StringComparison.Ordinal);
        }
        finally
        {
            CultureInfo.CurrentCulture = culture;
        }
    }

    private static MeasuredPair Pair(ComparisonResult result) => new(("Orders.A", "Orders.B"), result, "runs/one");

    private static RatioInterval Interval(double estimate, double low, double high) => new(estimate, low, high, 0.96875, 6);

    private static SideResult Side(double? bytes = null) =>
        new(100, bytes, null, null, null, null, null, null, null, null, null, null, null, new Dictionary<string, string>());

    private static ComparisonResult Result(RatioInterval? ratio = null, SideResult? candidate = null) => new(
        "id", "compare", "Orders", new Dictionary<string, string>(), "A", "B", "sequential", "calm", "default", Verdict: null, ratio, CpuRatio: null, P99Ratio: null,
        HalfWidth: null, Spread: null, GcPart: null, MutatorPart: null, BytesDifference: null, new SidePair<SideResult?>(Side(bytes: 504), candidate),
        new SidePair<TraceResult?>(null, null), Warnings: [], Missing: new Dictionary<string, string>());
}
