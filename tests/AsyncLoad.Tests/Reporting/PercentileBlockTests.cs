using AsyncLoad.Model.Measurements;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Analysis;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

public sealed class PercentileBlockTests
{
    [Fact]
    public void A_curve_rises_from_the_fastest_to_the_slowest_and_is_never_far_from_the_quantile()
    {
        var values = Gen.NonEmptyListOf(Gen.Choose(1, 2_000_000)).Select(list => list.Select(value => (long)value).ToList()).ToArbitrary();
        Check.One(Config.QuickThrowOnFailure.WithReplay(20_261_122, 7), Prop.ForAll(values, list =>
        {
            var latencies = SampleLatencies.Of(list);
            var curve = Charted(latencies)!.Data.Candidate!;
            Assert.Equal(curve.Points.OrderBy(point => point.Rarity).ThenBy(point => point.Nanoseconds), curve.Points);
            Assert.Equal((1, list.Count), (curve.Points[0].Rarity, curve.Points[^1].Rarity));
            Assert.Equal(list.Max(), curve.Points[^1].Nanoseconds);
            // A point may stand for its neighbours within a thirtieth of a decade.
            Assert.All(curve.Points.Where(point => point.Rarity < list.Count), point =>
                Assert.InRange(latencies.Quantile(Math.Max(0, 1 - (1 / point.Rarity) - 1e-9))!.Value.Value, 0, point.Nanoseconds * 1.001));
        }));
    }

    [Fact]
    public void The_median_has_a_point_of_its_own()
    {
        var latencies = SampleLatencies.Of(Enumerable.Range(1, 1_000).Select(number => number * 1_000L));
        var median = Charted(latencies)!.Data.Candidate!.Points.First(point => point.Rarity >= 2);
        Assert.Equal(2, median.Rarity);
        Assert.Equal(latencies.Quantile(0.5)!.Value.Value, median.Nanoseconds);
    }

    [Fact]
    public void A_million_latencies_make_a_few_hundred_points() =>
        Assert.InRange(Charted(SampleLatencies.Of(Enumerable.Range(1, 1_000_000).Select(number => number * 13L)))!.Data.Candidate!.Points.Count, 50, 200);

    [Fact]
    public void The_table_states_a_percentile_where_ten_latencies_lie_above_it()
    {
        var block = Charted(SampleLatencies.Of(Enumerable.Range(1, 1_000).Select(number => number * 1_000L)))!;
        Assert.Equal(["50 %", "75 %", "90 %", "95 %", "99 %", "slowest", "operations"], block.Values.Groups[0].Rows.Select(row => row[0].Text));
        Assert.Equal(["500 µs", "750 µs", "900 µs", "950 µs", "990 µs", "1.00 ms", "1,000"], block.Values.Groups[0].Rows.Select(row => row[2].Text));
        Assert.Contains("99 % take at most n/a and 990 µs", block.Data.Description, StringComparison.Ordinal);
        Assert.Equal(100, block.Data.Unsure);
    }

    [Fact]
    public void The_description_states_no_percentile_that_the_table_leaves_out() => Assert.Contains(
        "99 % take at most n/a and n/a; the slowest took n/a and 999 µs",
        Charted(SampleLatencies.Of(Enumerable.Range(1, 999).Select(number => number * 1_000L)))!.Data.Description,
        StringComparison.Ordinal);

    [Fact]
    public void Each_timed_comparison_has_a_chart_and_all_but_two_are_folded()
    {
        var latency = ReportDocument.From(SampleMatrix.Create()).Sections.Single(section => section.Id == "latency");
        Assert.Equal(2, latency.Blocks.OfType<ReportBlock.Percentiles>().Count());
        Assert.Equal("14 more latency charts", Assert.Single(latency.Blocks.OfType<ReportBlock.Details>()).Summary);
    }

    [Fact]
    public void Without_a_latency_there_is_nothing_to_draw() => Assert.Null(Charted(Latencies.None));

    private static ReportBlock.Percentiles? Charted(Latencies candidate)
    {
        var run = SampleRun.Create();
        var side = SampleLatencies.Closed(1_000, 1_000, 10) with { ResponseTime = candidate };
        var analysis = run.Comparisons[0].WithLatencies(null, side);
        return PercentileBlock.Of("latency-1", ReportDocument.From(run).Comparisons[0], analysis);
    }
}
