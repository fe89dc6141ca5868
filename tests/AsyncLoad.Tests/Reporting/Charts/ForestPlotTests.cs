using System.Xml.Linq;
using AsyncLoad.Analysis;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Document;
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
        foreach (var size in ChartSize.All)
            Drawing.AssertTextsStandApart(XElement.Parse(Drawing.Text(ForestPlot.Draw(Rows(rows, differ), size))), size.Width);
    }

    [Fact]
    public void Many_rows_of_one_pair_of_variants_have_its_name_above_them_on_wide_and_on_narrow_pages()
    {
        const string Pair = "await-value-task vs await-task";
        var values = new ReportBlock.Table("The same in words", [new ReportColumn("Comparison", Numeric: false)]);
        var figure = XElement.Parse(Drawing.Text(HtmlBlocks.Render(new ReportBlock.Forest(Rows(40, differ: false), values))));

        Assert.Equal($"{Pair} openLoop-20000-poisson, old-heap with a long name", figure.Element("figcaption")?.Value);
        Assert.DoesNotContain(Drawing.Texts(figure), text => text.Value == Pair);
        Assert.Equal("openLoop-20000-poisson, old-heap with a long name", XElement.Parse(Drawing.Text(HtmlBlocks.Render(new ReportBlock.Forest(Rows(3, differ: false), values)))).Element("figcaption")?.Value);
    }

    [Fact]
    public void Rows_that_differ_in_the_last_of_their_conditions_do_not_read_the_same()
    {
        foreach (var size in ChartSize.All)
        {
            var texts = Drawing.Texts(XElement.Parse(Drawing.Text(ForestPlot.Draw(Rows(3, differ: false), size)))).Select(text => text.Value).ToList();
            Assert.All(new[] { "result=0", "result=1", "result=2" }, conditions => Assert.Contains(conditions, texts));
        }
    }

    [Fact]
    public void Long_conditions_that_have_nothing_in_common_are_told_whole_where_there_is_room()
    {
        string[] conditionsOfRows = ["call-chain, sequential, calm, deep=true, result=string", "short-chain, parallelForAsync, old-heap, deep=false, result=decimal"];
        var data = Rows(2, differ: true);
        data = data with { Rows = [.. data.Rows.Zip(conditionsOfRows, (row, words) => row with { Conditions = words })] };

        var drawing = XElement.Parse(Drawing.Text(ForestPlot.Draw(data, ChartSize.Wide)));

        Drawing.AssertTextsStandApart(drawing, ChartSize.Wide.Width);
        var texts = Drawing.Texts(drawing).Select(text => text.Value).ToList();
        Assert.All(conditionsOfRows, conditions => Assert.Contains(Joined(conditions), texts.Zip(texts.Skip(1), (first, second) => Joined(first + second))));

        // Lines end behind spaces and hyphens.
        static string Joined(string text) => text.Replace(" ", "", StringComparison.Ordinal);
    }

    [Theory]
    // Short ones have room.
    [InlineData(null, "sequential, calm, deep=true", "sequential, calm, deep=false")]
    [InlineData(null, "sequential, a pressure with a long name, deep=true")]
    [InlineData("sequential, calm", "sequential, calm, no-profile GC, result=string", "sequential, calm, result=string")]
    // Something is left of each.
    [InlineData("sequential", "sequential, calm", "sequential, calm, no-profile GC, result=string")]
    [InlineData(null, "sequential, calm, no-profile GC, result=string", "parallelFor, calm, no-profile GC, result=string")]
    public void What_all_conditions_begin_with_is_said_once_where_they_are_long(string? expected, params string[] conditions)
    {
        var data = Rows(1, differ: false);
        data = data with { Rows = [.. conditions.Select(words => data.Rows[0] with { Conditions = words })] };

        Assert.Equal(expected, data.Shared);
        Assert.Equal(conditions, data.Told.Select(row => expected is null ? row.Conditions : $"{expected}, {row.Conditions}"));
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
