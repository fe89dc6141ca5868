using System.Xml.Linq;
using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Charts;

public sealed class PercentilePlotTests
{
    [Theory]
    [InlineData("wide")]
    [InlineData("narrow")]
    public void A_small_chart_is_as_approved(string size) =>
        Approval.Matches(Drawing.Text(PercentilePlot.Draw(Both(2_000, 900), size == "wide" ? ChartSize.Wide : ChartSize.Narrow)), $"percentiles.{size}.svg");

    [Theory]
    [InlineData(1, 1)]
    [InlineData(7, 40_000)]
    [InlineData(1_000_000_000_000, 30)]
    public void No_two_texts_overlap_and_all_lie_inside(long baseline, long candidate)
    {
        foreach (var size in ChartSize.All)
        {
            var drawing = Drawing.Text(PercentilePlot.Draw(Both(baseline, candidate), size));
            Assert.DoesNotContain("NaN", drawing, StringComparison.Ordinal);
            Drawing.AssertTextsStandApart(XElement.Parse(drawing), size.Width);
        }
    }

    [Fact]
    public void Arms_differ_by_line_and_mark_and_not_by_colour_alone()
    {
        var sides = XElement.Parse(Drawing.Text(PercentilePlot.Draw(Both(5_000, 5_000), ChartSize.Wide))).Elements()
            .Where(element => element.Name.LocalName == "g" && element.Elements().First().Name.LocalName == "path")
            .Select(side => side.Elements().Select(path => path.Attribute("class")!.Value).ToList())
            .ToList();

        Assert.Equal([["curve", "point hollow"], ["curve dashed", "point"]], sides);
    }

    [Fact]
    public void One_side_alone_can_be_drawn()
    {
        var drawing = Drawing.Text(PercentilePlot.Draw(Both(100, 100) with { Baseline = null }, ChartSize.Narrow));
        Assert.DoesNotContain("await-task<", drawing, StringComparison.Ordinal);
        Assert.Contains("await-value-task<", drawing, StringComparison.Ordinal);
    }

    private static PercentileData Both(long baseline, long candidate) =>
        new("latency-sample", "Latency", "Two curves.", Curve("await-task", 24_000, baseline), Curve("await-value-task", 9_000, candidate), Math.Min(baseline, candidate) / 10.0);

    private static PercentileCurve Curve(string name, double median, long count) => new(
        name,
        count,
        [
            new PercentilePoint(1, median / 2),
            .. Enumerable.Range(1, 12).Select(nines => Math.Pow(10, nines)).Where(rarity => rarity <= count).Select(rarity => new PercentilePoint(rarity, median * Math.Sqrt(rarity))),
        ]);
}
