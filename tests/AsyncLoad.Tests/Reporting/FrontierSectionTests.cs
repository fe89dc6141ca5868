using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Reporting.Charts;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

public sealed class FrontierSectionTests
{
    [Theory]
    [InlineData("wide")]
    [InlineData("narrow")]
    public void The_picture_of_a_run_with_every_answer_is_as_approved(string size) =>
        Approval.Matches(Drawing.Text(FrontierPlot.Draw(Frontier().Data, size == "wide" ? ChartSize.Wide : ChartSize.Narrow)), $"frontier.{size}.svg");

    [Fact]
    public void Every_answer_is_drawn_for_what_it_is()
    {
        var panels = Frontier().Data.Panels;
        Assert.Equal(["result=decimal · bytes cross at 0.4", "result=bool · bytes cross at 0.4", "result=string · bytes cross at 0.4"], panels.Select(panel => panel.Title));
        Assert.All(panels[0].Points, point => Assert.Equal(FrontierAnswer.Crosses, point.Answer));
        // Calm begins both stretches.
        Assert.Equal(
            [
                (0, 0, FrontierAnswer.Loses), (1, 0, FrontierAnswer.Loses), (0, 1, FrontierAnswer.Equivalent), (0, 2, FrontierAnswer.NotMonotone), (1, 1, FrontierAnswer.Undecided),
            ],
            panels[1].Points.Select(point => (point.Stretch, point.Place, point.Answer)));
        Assert.Equal([FrontierAnswer.Crosses, FrontierAnswer.Crosses, FrontierAnswer.Wins], panels[2].Points.Select(point => point.Answer));
        Assert.All(panels, panel => Assert.True(panel.WinsAbove));
    }

    [Fact]
    public void A_place_is_in_doubt_between_the_bounds_of_all_its_loads()
    {
        var data = Frontier().Data;
        var here = data.Panels[0].Points.Where(point => point is { Stretch: 0, Place: 2 }).ToList();
        Assert.Equal(2, here.Count);
        Assert.Equal((here.Min(point => point.Low), here.Max(point => point.High)), data.Panels[0].Doubt(data.Axis, 0, 2));
        // Loses throughout: the frontier lies above the range. Equivalent and not monotone: nothing is known.
        Assert.Equal([(1, 1), null, null], Enumerable.Range(0, 3).Select(place => data.Panels[1].Doubt(data.Axis, 0, place)));
        // Wins throughout: below it. What was not measured is unknown.
        Assert.Equal([null, (0, 0)], Enumerable.Range(1, 2).Select(place => data.Panels[2].Doubt(data.Axis, 0, place)));
    }

    [Fact]
    public void Where_the_candidate_wins_below_the_shades_change_places()
    {
        var data = Frontier().Data;
        var below = data.Panels[2] with { WinsAbove = false };
        Assert.Equal((1, 1), below.Doubt(data.Axis, 0, 2));
    }

    [Fact]
    public void The_table_has_a_row_for_each_load_and_a_column_for_each_pressure()
    {
        var table = Frontier().Values;
        Assert.Equal(["Load", "calm", "old-heap-100MB", "old-heap-400MB", "churn"], table.Columns.Select(column => column.Title));
        Assert.Equal(["result=decimal", "result=bool", "result=string"], table.Groups.Select(group => group.Title));
        Assert.Equal([2, 1, 1], table.Groups.Select(group => group.Rows.Count));
        Assert.Equal(["loses", "equivalent", "not monotone", "undecided"], table.Groups[1].Rows[0].Skip(1).Select(cell => cell.Mark!.Word));
        Assert.Equal(["crosses at", null, "wins", null], table.Groups[2].Rows[0].Skip(1).Select(cell => cell.Mark?.Word));
        Assert.Equal("–", table.Groups[2].Rows[0][2].Text);
        Assert.All(table.Groups[0].Rows.SelectMany(row => row.Skip(1)), cell => Assert.Equal("bytes cross at 0.4", cell.Note));
    }

    [Fact]
    public void Both_reports_have_it_and_it_speaks_to_those_who_cannot_see_it()
    {
        var all = Rendered.All(FrontierRun.Create());
        Assert.Contains("## Frontier", all["report.md"], StringComparison.Ordinal);
        Assert.Contains("| **result=bool** |", all["report.md"], StringComparison.Ordinal);
        Assert.Contains("result=bool, closedLoop-1, old-heap-400MB: not monotone.", all["report.html"], StringComparison.Ordinal);
        Assert.Contains("await-value-task wins</text>", all["report.html"], StringComparison.Ordinal);
    }

    private static ReportBlock.Frontier Frontier() =>
        Assert.IsType<ReportBlock.Frontier>(Assert.Single(ReportDocument.From(FrontierRun.Create()).Sections.Single(section => section.Id == "frontier").Blocks));
}
