using System.Globalization;
using System.Xml.Linq;
using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Charts;

public sealed class CostBarsTests
{
    [Theory]
    [InlineData(60)]
    [InlineData(1_000)]
    [InlineData(2_000_000)]
    public void Labels_of_huge_changes_stand_apart_too(double change)
    {
        foreach (var size in ChartSize.All)
            Drawing.AssertTextsStandApart(Draw(size, [new CostParts(0, change), new CostParts(0, -0.5)]), size.Width);
    }

    [Theory]
    [InlineData("+6,144 % GC, +4,096 % rest")]
    [InlineData("+0.02 % GC, +0.02 % rest")]
    public void No_figure_is_cut(string told)
    {
        const int Rows = 2;
        foreach (var size in ChartSize.All)
        {
            var row = new CostBar("await-value-task vs await-task", "sequential, calm", new CostParts(1, 1), "+10,240 %", told);
            var drawing = XElement.Parse(Drawing.Text(CostBars.Draw(new CostBarData("Costs", "Some costs.", [.. Enumerable.Repeat(row, Rows)]), size)));

            Assert.Equal(Rows, CountOf(told, string.Join(' ', Drawing.Texts(drawing).Select(text => text.Value))));
            Drawing.AssertTextsStandApart(drawing, size.Width);
        }

        static int CountOf(string part, string text) => (text.Length - text.Replace(part, "", StringComparison.Ordinal).Length) / part.Length;
    }

    [Fact]
    public void No_label_of_many_bars_is_cut()
    {
        const string Conditions = "arrivals-20000, large-objects, result=decimal, deep=true [ab]";
        foreach (var size in ChartSize.All)
        {
            CostBar[] rows = [.. Enumerable.Range(0, 12).Select(number => new CostBar("await-value-task vs await-task", $"{number}{Conditions}", new CostParts(1, 1), "+10,240 %", "+6,144 % GC, +4,096 % rest"))];
            var drawing = XElement.Parse(Drawing.Text(CostBars.Draw(new CostBarData("Costs", "Some costs.", rows), size)));

            Assert.DoesNotContain(Drawing.Texts(drawing), text => text.Value.Contains('…', StringComparison.Ordinal));
            Drawing.AssertTextsStandApart(drawing, size.Width);
        }
    }

    [Theory]
    [InlineData(2)]
    [InlineData(12)]
    public void No_two_texts_overlap_and_all_lie_inside(int rows)
    {
        foreach (var size in ChartSize.All)
            Drawing.AssertTextsStandApart(Draw(size, [.. Enumerable.Range(0, rows).Select(index => new CostParts(-0.01 * index, -0.3))]), size.Width);
    }

    [Theory]
    [InlineData(-0.3, -0.2)]
    [InlineData(0.1, 0.4)]
    [InlineData(-0.3, 0.1)]
    [InlineData(0.2, -0.6)]
    public void Parts_add_up_to_the_mark_of_their_sum(double collector, double rest)
    {
        var drawing = Draw(ChartSize.Wide, [new CostParts(collector, rest)]);
        var (gc, other) = (Box(drawing, "gc"), Box(drawing, "rest"));
        var axis = CostAxis.Of([new CostParts(collector, rest)], ChartSize.Wide.PlotLeft, ChartSize.Wide.PlotRight);

        Assert.Equal(Math.Abs(axis.Position(collector) - axis.Position(0)), gc.Width, 0.11);
        Assert.Equal(Math.Abs(axis.Position(rest) - axis.Position(0)), other.Width, 0.11);
        Assert.Equal(axis.Position(collector + rest), Number(Cost(drawing).Elements().Single(element => element.Attribute("class")!.Value == "sum"), "x1"), 0.06);
        // End to end, and never on each other.
        Assert.True(gc.Left + gc.Width <= other.Left + 0.21 || other.Left + other.Width <= gc.Left + 0.21);
    }

    [Theory]
    [InlineData(-0.6, 0.02)]
    [InlineData(0.001, 0.0005)]
    [InlineData(40, -0.5)]
    public void The_axis_shows_all_parts_and_0(double collector, double rest)
    {
        var axis = CostAxis.Of([new CostParts(collector, rest)], 0, 500);

        Assert.Contains(axis.Ticks, tick => tick == 0);
        Assert.InRange(axis.Ticks.Count, 2, 7);
        Assert.All(new[] { collector, rest, collector + rest, 0 }, value => Assert.InRange(axis.Position(value), 0, 500));
    }

    [Fact]
    public void Labels_stand_as_far_apart_as_on_other_axes()
    {
        foreach (var (low, high) in from low in Enumerable.Range(0, 40) from high in Enumerable.Range(1, 40) select (-0.025 * low, 0.07 * high))
        {
            var axis = CostAxis.Of([new CostParts(0, high), new CostParts(0, low)], ChartSize.Narrow.PlotLeft, ChartSize.Narrow.PlotRight);
            Assert.True(AxisLabels.Fit([.. axis.Ticks.Select(tick => (axis.Position(tick), Figures.Change(tick)))]), FormattableString.Invariant($"from {low} to {high}"));
        }
    }

    private static XElement Draw(ChartSize size, IReadOnlyList<CostParts> parts) => XElement.Parse(Drawing.Text(CostBars.Draw(
        new CostBarData("Costs", "Some costs.", [.. parts.Select(part => new CostBar("await-value-task vs await-task", "sequential, calm", part, "−62 %", "−30 % GC, −32 % rest"))]), size)));

    private static XElement Cost(XElement drawing) => drawing.Elements().First(element => element.Attribute("class")?.Value == "cost");

    private static (double Left, double Width) Box(XElement drawing, string part)
    {
        var box = Cost(drawing).Elements().Single(element => element.Attribute("class")!.Value == part);
        return (Number(box, "x"), Number(box, "width"));
    }

    private static double Number(XElement element, string name) => double.Parse(element.Attribute(name)!.Value, CultureInfo.InvariantCulture);
}
