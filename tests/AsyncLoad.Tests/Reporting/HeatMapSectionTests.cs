using AsyncLoad.Analysis;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

public sealed class HeatMapSectionTests
{
    [Fact]
    public void Each_set_of_parameters_has_its_grid_and_levels_of_a_sweep_have_none()
    {
        var maps = Maps(SampleMatrix.Create());
        Assert.Equal(["await-value-task vs await-task, result=type-1", "await-value-task vs await-task, result=type-2"], maps.Select(map => map.Data.Title));
        Assert.All(maps, map =>
        {
            Assert.Equal(["sequential", "parallelFor", "closedLoop-8", "openLoop-20000-poisson"], map.Data.Rows);
            Assert.Equal(["calm", "old-heap", "churn", "large-objects"], map.Data.Columns);
            Assert.Equal(16, map.Data.Cells.Select(cell => (cell.Row, cell.Column)).Distinct().Count());
            Assert.Equal(["Load", .. map.Data.Columns], map.Values.Columns.Select(column => column.Title));
        });
    }

    [Fact]
    public void A_cell_has_the_ratio_with_its_verdict_and_a_shade_by_its_distance_from_1()
    {
        var run = SampleRun.Create();
        var map = Assert.Single(Maps(run));
        Assert.Equal(
            [(0, 0, "0.95", "[0.86, 1.04]", "inconclusive", 0), (1, 0, "0.444", "[0.425, 0.460]", "wins", 3), (1, 1, "0.27", "[0.25, 0.30]", "wins", 3)],
            map.Data.Cells.Select(cell => (cell.Row, cell.Column, cell.Ratio, cell.Interval!, cell.Mark.Word, cell.Shade)));
        Assert.Equal(("–", null), (map.Values.Groups[0].Rows[0][2].Text, map.Values.Groups[0].Rows[0][2].Mark));
        Assert.Contains("parallelFor, old-heap: 0.27 [0.25, 0.30], wins [b].", map.Data.Description, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0.97, 1)]
    [InlineData(0.7, 2)]
    [InlineData(0.49, 3)]
    [InlineData(1.24, 1)]
    [InlineData(2.01, 3)]
    [InlineData(0.8, 1)]
    [InlineData(1.25, 1)]
    [InlineData(0.5, 2)]
    [InlineData(2.0, 2)]
    public void Equal_factors_have_equal_shades(double ratio, int shade)
    {
        var run = SampleRun.Create();
        var comparisons = run.Comparisons.Take(3).Select(entry => entry.With(VerdictMetric.Wall, entry.Ratio.Value! with { Estimate = ratio }) with { Verdict = AsyncLoad.Model.Results.Verdict.Wins });
        Assert.All(Assert.Single(Maps(run with { Comparisons = [.. comparisons] })).Data.Cells, cell => Assert.Equal(shade, cell.Shade));
    }

    [Fact]
    public void One_load_and_one_pressure_make_no_grid_whatever_else_differs()
    {
        var run = SampleRun.Create();
        var first = run.Comparisons[0].Comparison;
        var server = first with { Id = "server", Baseline = Server(first.Baseline), Candidate = Server(first.Candidate) };
        Assert.Empty(Maps(run with { Comparisons = [run.Comparisons[0], run.Comparisons[0] with { Comparison = server }, run.Comparisons[3]] }));

        AsyncLoad.Model.Plans.Cell Server(AsyncLoad.Model.Plans.Cell cell) => cell with { Gc = new GcSettings("server", Server: true), Pressure = PressureSettings.OldHeap };
    }

    [Fact]
    public void Many_grids_are_folded_after_the_first_four()
    {
        var blocks = Section(SampleMatrix.Create(6))!.Blocks;
        Assert.Equal(4, blocks.OfType<ReportBlock.Heat>().Count());
        Assert.Equal("2 more maps", Assert.IsType<ReportBlock.Details>(blocks[^1]).Summary);
    }

    private static List<ReportBlock.Heat> Maps(RunAnalysis run) => [.. Section(run)?.Blocks.OfType<ReportBlock.Heat>() ?? []];

    private static ReportSection? Section(RunAnalysis run) => ReportDocument.From(run).Sections.SingleOrDefault(section => section.Id == "heat-maps");
}
