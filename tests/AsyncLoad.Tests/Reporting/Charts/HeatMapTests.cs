using System.Xml.Linq;
using AsyncLoad.Analysis;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Charts;

public sealed class HeatMapTests
{
    [Theory]
    [InlineData("wide")]
    [InlineData("narrow")]
    public void A_small_map_is_as_approved(string size) =>
        Approval.Matches(Drawing.Text(HeatMap.Draw(Map(2, 3), size == "wide" ? ChartSize.Wide : ChartSize.Narrow)), $"heat-map.{size}.svg");

    [Theory]
    [InlineData(1, 2)]
    [InlineData(2, 1)]
    [InlineData(4, 5)]
    [InlineData(3, 23)]
    public void No_two_texts_overlap_and_all_lie_inside(int loads, int pressures)
    {
        foreach (var size in ChartSize.All)
            Drawing.AssertTextsStandApart(XElement.Parse(Drawing.Text(HeatMap.Draw(Map(loads, pressures), size))), size.Width);
    }

    [Fact]
    public void A_cell_says_by_words_what_it_says_by_colour()
    {
        var cells = XElement.Parse(Drawing.Text(HeatMap.Draw(Map(4, 5), ChartSize.Wide))).Descendants()
            .Where(element => element.Name.LocalName == "g" && element.Elements().Count() > 2)
            .Select(cell => (Shade: cell.Elements().First().Attribute("class")!.Value, Verdict: cell.Elements().Last().Value))
            .ToList();

        Assert.All(cells.GroupBy(cell => cell.Shade.Split('-')[0]), shade => Assert.Single(shade.Select(cell => cell.Verdict).Distinct()));
        Assert.Equal(["less", "more", "level", "undecided"], cells.Select(cell => cell.Shade.Split('-')[0]).Distinct());
    }

    [Fact]
    public void Long_names_that_differ_at_their_end_do_not_read_the_same()
    {
        string[] names = [.. new[] { "first", "second" }.Select(end => $"query={new string('x', 120)} {end}")];
        var map = Map(2, 2) with { Rows = names, Columns = names };
        foreach (var size in ChartSize.All)
        {
            var drawing = XElement.Parse(Drawing.Text(HeatMap.Draw(map, size)));
            Drawing.AssertTextsStandApart(drawing, size.Width);
            Assert.All(new[] { "first", "second" }, end => Assert.True(Drawing.Texts(drawing).Count(text => text.Value.EndsWith(end, StringComparison.Ordinal)) >= 2, end));
        }
    }

    [Fact]
    public void What_was_not_compared_is_a_dash()
    {
        var map = Map(2, 2);
        var drawing = XElement.Parse(Drawing.Text(HeatMap.Draw(map with { Cells = [.. map.Cells.Skip(1)] }, ChartSize.Wide)));
        Assert.Single(Drawing.Texts(drawing), text => text.Value == "–");
    }

    private static HeatMapData Map(int loads, int pressures) => new(
        "heat-sample",
        "await-value-task vs await-task",
        "Ratios of a sample.",
        [.. Enumerable.Range(0, loads).Select(load => $"closedLoop-workers-{Figures.Exact(load)}")],
        [.. Enumerable.Range(0, pressures).Select(pressure => pressure == 0 ? "calm" : $"old-heap with a long name, {Figures.Exact(pressure)} MB")],
        [
            .. from load in Enumerable.Range(0, loads)
               from pressure in Enumerable.Range(0, pressures)
               select Cell(load, pressure, (Verdict)((load + pressure) % 4)),
        ]);

    private static HeatMapCell Cell(int load, int pressure, Verdict verdict) =>
        new(load, pressure, "0.412", "[0.381, 0.443]", Mark.Of(verdict), verdict is Verdict.Wins or Verdict.Loses ? 1 + (pressure % 3) : 0);
}
