using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Warnings;

/// <summary>docs/evidence/reliability.md, row 17: what the machine did besides is told with the pairs it did it in.</summary>
[Fault(17)]
public sealed class EnvironmentWarningTests
{
    private static readonly SampleEnvironment Quiet = new(
        new Nanoseconds(4_000_000_000), OtherCores: 0.02, StolenShare: 0, new Throttling(0, default), Load: 0.4, new ClockFrequencies(1_200, 2_400, 3_600), MemoryStall: 0);

    [Fact]
    public void A_quiet_machine_or_an_unknown_one_raises_nothing()
    {
        Assert.Empty(Analyze(Quiet, Quiet).Warnings);
        Assert.Empty(Analyze(null, null).Warnings);
        Assert.Empty(Analyze(new SampleEnvironment(default, null, null, null, null, null, null), null).Warnings);
    }

    [Theory]
    [InlineData(0.2, false)]
    [InlineData(0.21, true)]
    public void Others_may_use_a_fifth_of_a_core(double cores, bool found)
    {
        var analysis = Analyze(Quiet with { OtherCores = cores }, Quiet with { OtherCores = 0.1 });
        Assert.Equal(found ? ["machine-busy"] : [], analysis.Warnings.Select(warning => warning.Id));
    }

    [Fact]
    public void A_busy_machine_is_told_with_its_pairs() => Assert.Equal(
        "Other processes used more than 0.2 core in 2 of 6 pairs, up to 1.3, which makes pairs differ more.",
        Assert.Single(Analyze(Quiet with { OtherCores = 1.3 }, Quiet).Warnings).Message);

    [Theory]
    [InlineData(0.02, false)]
    [InlineData(0.021, true)]
    public void Two_in_a_hundred_may_be_stolen(double share, bool found)
    {
        var analysis = Analyze(Quiet with { StolenShare = share }, Quiet);
        Assert.Equal(found ? ["stolen"] : [], analysis.Warnings.Select(warning => warning.Id));
        if (found) Assert.Contains("more than 2 % of its cores' time in 2 of 6 pairs, up to 2.1 %", analysis.Warnings[0].Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_single_throttled_period_is_told()
    {
        var warning = Assert.Single(Analyze(Quiet with { Throttling = new Throttling(1, new Nanoseconds(41_000_000)) }, Quiet).Warnings);
        Assert.Equal(("throttled", WarningSeverity.Warning), (warning.Id, warning.Severity));
        Assert.StartsWith("The control group throttled 2 of 6 pairs, one of them for 41 ms", warning.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(3_240, false)]
    [InlineData(3_200, true)]
    public void The_fastest_core_may_vary_by_a_tenth(double megahertz, bool found)
    {
        var analysis = Analyze(Quiet with { Clock = new ClockFrequencies(800, 1_000, megahertz) }, Quiet);
        Assert.Equal(found ? ["frequency-varied"] : [], analysis.Warnings.Select(warning => warning.Id));
        if (!found) return;
        Assert.Equal(WarningSeverity.Note, analysis.Warnings[0].Severity);
        Assert.StartsWith("The fastest core ran at 3200 to 3600 MHz: in 2 of 6 pairs", analysis.Warnings[0].Message, StringComparison.Ordinal);
    }

    // Two pairs of eight, in which both sides take so many times as long, and the candidate so much of the baseline.
    [Theory]
    [InlineData(1.6, 0.5, "in 2 of 8 pairs both sides took up to 1.3 times as long as in fast pairs. The ratio of times was 0.50 there and 0.60 in the others.")]
    [InlineData(1.6, 0.585, null)]
    [InlineData(1.2, 0.5, null)]
    public void Where_both_sides_slow_down_at_once_the_ratio_there_is_told(double slower, double ratio, string? sentence)
    {
        var analysis = Analyze(index => index <= 2 ? Slowed(index, slower, slower * ratio / 0.6) : Slowed(index, 1, 1));
        var told = analysis.Warnings.Where(warning => warning.Id == "speed-varied").ToList();
        Assert.Equal(sentence is null ? 0 : 1, told.Count);
        Assert.All(told, warning => Assert.EndsWith(sentence!, warning.Message, StringComparison.Ordinal));
    }

    [Fact]
    public void A_ratio_that_other_pairs_have_too_is_not_told()
    {
        double[] spread = [0.92, 0.96, 1, 1, 1.04, 1.08];
        Assert.DoesNotContain(Analyze(index => index <= 2 ? Slowed(index, 1.6, 1.6 * 0.96) : Slowed(index, 1, spread[index - 3])).Warnings, warning => warning.Id == "speed-varied");
    }

    [Fact]
    public void One_side_alone_that_slows_down_is_not_the_machine() =>
        Assert.DoesNotContain(Analyze(index => Slowed(index, index <= 2 ? 1.6 : 1, 1)).Warnings, warning => warning.Id == "speed-varied");

    // The interval of twelve pairs leaves the farthest of them out.
    [Fact]
    public void A_ratio_that_the_interval_does_not_hold_is_a_warning()
    {
        var single = Analyze(index => index == 1 ? Slowed(index, 2, 1.3) : Slowed(index, 1, 1), pairs: 12);
        Assert.Equal(WarningSeverity.Warning, Assert.Single(single.Warnings, warning => warning.Id == "speed-varied").Severity);
    }

    [Fact]
    public void Ranges_are_over_the_pairs_that_tell()
    {
        JournalEntry.Pair[] pairs = [Pair(1, Quiet with { OtherCores = 0.5 }), Pair(2, Quiet), Pair(3, null), Pair(4, Quiet with { OtherCores = null, Throttling = new Throttling(1, new Nanoseconds(400_000_000)) })];
        var ranges = EnvironmentRanges.Of(pairs);
        Assert.Equal(new SampleRange(0.02, 0.26, 0.5, 2), ranges.OtherCores);
        Assert.Equal(new SampleRange(0, 0, 0.1, 3), ranges.ThrottledShare);
        Assert.Null(EnvironmentRanges.Of([Pair(1, null)]).Load);
    }

    // Two pairs of six are of the first kind.
    private static ComparisonAnalysis Analyze(SampleEnvironment? two, SampleEnvironment? four) =>
        SyntheticRun.Analyze([.. Enumerable.Range(1, 6).Select(index => Pair(index, index < 3 ? two : four))]);

    private static ComparisonAnalysis Analyze(Func<int, JournalEntry.Pair> pair, int pairs = 8) =>
        RunAnalyzer.Analyze(SyntheticRun.Evidence(SyntheticRun.PlanOf([pairs], SyntheticRun.ComparisonOf()), [.. Enumerable.Range(1, pairs).Select(pair)]), SyntheticRun.Trace).Comparisons[0];

    // Whose sides take so many times as long as others, at a ratio near 0.6 where both take equally longer.
    private static JournalEntry.Pair Slowed(int index, double baseline, double candidate) =>
        SyntheticRun.PairOf(index, SyntheticRun.Side((long)((100_000 + index) / baseline)), SyntheticRun.Side((long)(100_000 / 0.6 / candidate)));

    private static JournalEntry.Pair Pair(int index, SampleEnvironment? environment) => SyntheticRun.PairOf(index, 0.4 + (index / 100.0)) with { Environment = environment };
}
