using AsyncLoad.Analysis;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Metrics;

/// <summary>What the machine did besides is told with the comparison whose interval it made wider.</summary>
public sealed class DisturbancesTests
{
    private static readonly double[] Quiet = [1, 1.01, 0.99, 1, 1.01];
    private static readonly double[] Wide = [1.1, 0.9, 1.05];

    [Fact]
    public void What_others_did_to_the_interval_is_told_by_the_pairs_that_they_left_alone()
    {
        var found = Analyze([.. Quiet.Select(ratio => (ratio, 0.01, 10_000_000L)), .. Wide.Select(ratio => (ratio, 1.5, 6_000_000L))]);
        Assert.Equal((3, 1.5), (found.Pairs, found.MostOtherCores));
        Assert.Equal(((5 * 0.01) + (3 * 1.5)) / 8, found.OtherCores!.Value, 12);
        Assert.InRange(found.QuietHalfWidth!.Value, 0.005, 0.02);
        Assert.Matches("^Other processes used 0\\.57 core on average and 1\\.50 at most\\. They disturbed 3 of 8 pairs. The interval is ±[0-9.]+ %; with the spread of the other pairs it would be about ±[0-9.]+ %\\.$", found.Sentence);
    }

    [Fact]
    public void One_core_and_more_are_cores() =>
        Assert.StartsWith("Other processes used 1.02 cores on average and 1.02 at most. ", Analyze([.. Wide.Concat(Wide).Select(ratio => (ratio, 1.02, 6_000_000L))]).Sentence, StringComparison.Ordinal);

    [Fact]
    public void Where_the_others_spread_as_far_it_did_nothing() => Assert.EndsWith(
        "They disturbed 2 of 8 pairs. The other pairs spread as far, so the interval is not wider because of them.",
        Analyze([.. Wide.Concat(Wide).Select(ratio => (ratio, 0.0, 10_000_000L)), (1.01, 1, 6_000_000), (1, 1, 6_000_000)]).Sentence,
        StringComparison.Ordinal);

    [Fact]
    public void Where_few_were_left_alone_nothing_tells()
    {
        var found = Analyze([.. Quiet.Concat(Wide).Select((ratio, index) => (ratio, 1.0, index < 3 ? 10_000_000L : 6_000_000L))]);
        Assert.Equal((5, null), (found.Pairs, found.QuietHalfWidth));
        Assert.EndsWith("They disturbed 5 of 8 pairs. Too few other pairs are left to estimate the effect on the interval.", found.Sentence, StringComparison.Ordinal);
    }

    // Half the processor time that was offered, and no other process that could have had it.
    [Fact]
    public void Workers_that_wait_for_each_other_are_no_disturbance() => Assert.Equal(
        "Other processes used 0.01 core on average and 0.01 at most. No pair was disturbed.",
        Analyze([.. Quiet.Concat(Wide).Select(ratio => (ratio, 0.01, 5_000_000L))]).Sentence);

    [Fact]
    public void Where_the_system_tells_nothing_slices_do() => Assert.StartsWith(
        "The system does not report what other processes used. They disturbed 3 of 8 pairs. ",
        Analyze([.. Quiet.Select(ratio => (ratio, double.NaN, 10_000_000L)), .. Wide.Select(ratio => (ratio, double.NaN, 6_000_000L))]).Sentence,
        StringComparison.Ordinal);

    // Operations that suspend use no processor time of their own accord: what others used is all there is.
    [Fact]
    public void Where_operations_wait_others_disturb_from_a_fifth_of_a_core_on()
    {
        var found = Analyze([.. Quiet.Concat(Wide).Select((ratio, index) => (ratio, index < 2 ? 0.21 : 0.2, 2_000_000L))], suspensions: 1);
        Assert.Equal(2, found.Pairs);
    }

    // A share of both processors: 0.06 of two is 0.12 core.
    [Theory]
    [InlineData(0.06, 8)]
    [InlineData(0.04, 0)]
    public void What_the_host_takes_counts_in_cores_as_well(double stolen, int disturbed) =>
        Assert.Equal(disturbed, Analyze([.. Quiet.Concat(Wide).Select(ratio => (ratio, 0.1, 2_000_000L))], suspensions: 1, stolen).Pairs);

    private static Disturbance Analyze(IReadOnlyList<(double Ratio, double Others, long CpuNs)> pairs, long suspensions = 0, double stolen = 0)
    {
        JournalEntry[] journal = [.. pairs.Select((pair, index) => SyntheticRun.PairOf(index + 1, Side(1, pair.CpuNs, suspensions), Side(pair.Ratio, 10_000_000, suspensions)) with
        {
            Environment = double.IsNaN(pair.Others) ? null : new SampleEnvironment(new Nanoseconds(1), pair.Others, stolen, null, null, null, null),
        })];
        var comparison = RunAnalyzer.AnalyzeUntraced(SyntheticRun.Evidence(SyntheticRun.PlanOf([8], SyntheticRun.ComparisonOf()), journal)).Comparisons[0];
        return Assert.IsType<Disturbance>(comparison.Disturbance);
    }

    private static SideMeasurement Side(double ratio, long cpuNs, long suspensions) => SyntheticRun.Side(
        [SyntheticRun.Slice((long)(100_000 / ratio), cpuNs: cpuNs)], [new CountSlice(1_000, 1_600, 1_600, suspensions)]);
}
