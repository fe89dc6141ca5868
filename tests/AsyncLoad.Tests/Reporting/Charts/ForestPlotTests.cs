using System.Xml.Linq;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Html;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Charts;

public sealed class ForestPlotTests
{
    [Theory]
    [InlineData(3, false)]
    [InlineData(40, false)]
    [InlineData(3, true)]
    [InlineData(40, true)]
    public void No_two_texts_overlap_and_all_lie_inside(int rows, bool differ)
    {
        foreach (var size in new[] { ChartSize.Wide, ChartSize.Narrow })
            Drawing.AssertTextsStandApart(XElement.Parse(Drawing.Text(ForestPlot.Draw(Rows(rows, differ), size))), size.Width);
    }

    [Fact]
    public void Many_rows_of_one_pair_of_variants_have_its_name_above_them_on_wide_and_on_narrow_pages()
    {
        const string Pair = "await-value-task vs await-task";
        var values = new ReportBlock.Table("The same in words", [new ReportColumn("Comparison", Numeric: false)]);
        var figure = XElement.Parse(Drawing.Text(HtmlBlocks.Render(new ReportBlock.Forest(Rows(40, differ: false), values))));

        Assert.Equal(Pair, figure.Element("figcaption")?.Value);
        Assert.DoesNotContain(figure.Descendants(), element => element.Name.LocalName == "text" && element.Value == Pair);
        Assert.Null(XElement.Parse(Drawing.Text(HtmlBlocks.Render(new ReportBlock.Forest(Rows(3, differ: false), values)))).Element("figcaption"));
    }

    [Fact]
    public void Many_rows_of_one_pair_of_variants_take_half_the_room()
    {
        var (dense, loose) = (Drawing.Text(ForestPlot.Draw(Rows(40, differ: false), ChartSize.Wide)), Drawing.Text(ForestPlot.Draw(Rows(40, differ: true), ChartSize.Wide)));
        Assert.True(Height(dense) < 0.6 * Height(loose));
    }

    private static ForestData Rows(int count, bool differ) => new(
        "Ratios",
        "Some ratios.",
        0.97,
        1.03,
        "±3 %: counts as equivalent",
        [
            .. Enumerable.Range(0, count).Select(number => new ForestRow(
                differ ? $"await-value-task-{Figures.Exact(number)} vs await-task" : "await-value-task vs await-task",
                $"openLoop-20000-poisson, old-heap with a long name, result={Figures.Exact(number)}",
                "0.380 [0.372, 0.388]",
                Mark.Of((Verdict)(number % 4)),
                new PlotInterval(0.38 + (number * 0.05), 0.37 + (number * 0.05), 0.39 + (number * 0.05)))),
        ]);

    private static double Height(string drawing) =>
        double.Parse(XElement.Parse(drawing).Attribute("viewBox")!.Value.Split(' ')[3], System.Globalization.CultureInfo.InvariantCulture);
}
