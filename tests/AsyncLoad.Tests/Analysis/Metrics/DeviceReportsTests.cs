using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Metrics;

public sealed class DeviceReportsTests
{
    private static readonly SideMeasurement Without = SyntheticRun.Side(1_000);

    [Fact]
    public void Pairs_together_have_all_accesses_and_the_medians_of_their_quantiles()
    {
        var report = DeviceReports.Of([With(100, 101, 300), With(100, 4_000, 9_000), Without, With(100, 103, 200)]);
        Assert.Equal(
            new DeviceReport(3_000, new Nanoseconds(100_000), new Nanoseconds(100_000), new Nanoseconds(103_000), new Nanoseconds(300_000)),
            report);
    }

    [Fact]
    public void Arms_without_a_device_have_no_accuracy()
    {
        Assert.Null(DeviceReports.Of([]));
        Assert.Null(DeviceReports.Of([Without, Without]));
    }

    [Fact]
    public void An_analysis_has_the_accuracy_of_both_sides()
    {
        var analysis = Analyze(With(100, 101), Without);
        Assert.Equal(6_000, analysis.Sides.Baseline.Device?.Accesses);
        Assert.Null(analysis.Sides.Candidate.Device);
    }

    [Theory]
    [InlineData(100, 100, false)]
    [InlineData(100, 120, false)]
    [InlineData(100, 121, true)]
    [InlineData(1_000, 1_100, false)]
    [InlineData(1_000, 1_101, true)]
    public void A_median_off_by_more_than_a_tenth_and_20_microseconds_marks_the_cell(int asked, int delivered, bool found) =>
        Assert.Equal(found, Analyze(With(asked, delivered), With(asked, asked)).Warnings.Any(warning => warning.Id == "device-off-target"));

    [Fact]
    public void One_pair_that_is_off_is_told_with_what_was_asked_and_delivered()
    {
        JournalEntry[] journal = [.. Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, With(100, 101), With(100, index == 4 ? 4_012.3 : 102)))];
        var warning = Assert.Single(SyntheticRun.Analyze(journal).Warnings, warning => warning.Id == "device-off-target");
        Assert.Equal(WarningSeverity.Warning, warning.Severity);
        Assert.Equal(
            "await-value-task: the simulated device delivered a median of up to 4012.3 µs where 100 µs were asked for, in 1 of 6 pairs.",
            warning.Message);
        Assert.Contains("cores − 1", warning.Remedy, StringComparison.Ordinal);
    }

    private static ComparisonAnalysis Analyze(SideMeasurement baseline, SideMeasurement candidate) =>
        SyntheticRun.Analyze([.. Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, baseline, candidate))]);

    private static SideMeasurement With(double asked, double delivered, double deliveredP99 = 500) =>
        Without with { Device = new DeviceReport(1_000, Microseconds(asked), Microseconds(asked), Microseconds(delivered), Microseconds(deliveredP99)) };

    private static Nanoseconds Microseconds(double value) => new((long)Math.Round(value * 1_000));
}
