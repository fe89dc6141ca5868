using System.Xml.Linq;
using AsyncLoad.Analysis;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Charts;

public sealed class CrossoverPlotTests
{
    private const double Megabyte = 1 << 20;

    [Theory]
    [InlineData(2, false)]
    [InlineData(7, false)]
    [InlineData(40, false)]
    [InlineData(2, true)]
    [InlineData(7, true)]
    [InlineData(40, true)]
    public void No_two_texts_overlap_all_lie_inside_and_both_ends_are_labelled(int steps, bool rates)
    {
        var data = rates ? Rates(steps) : Sizes(steps);
        foreach (var size in ChartSize.All)
        {
            var drawing = Drawing.Text(CrossoverPlot.Draw(data, size));
            Assert.DoesNotContain("NaN", drawing, StringComparison.Ordinal);
            Drawing.AssertTextsStandApart(XElement.Parse(drawing), size.Width);
            Assert.All(new[] { data.Points[0], data.Points[^1] }, end => Assert.Contains($">{end.Label}</text>", drawing, StringComparison.Ordinal));
        }
    }

    [Fact]
    public void A_level_without_a_ratio_is_labelled_and_not_drawn()
    {
        var data = Sizes(3);
        var drawing = XElement.Parse(Drawing.Text(CrossoverPlot.Draw(data with { Points = [data.Points[0], data.Points[1] with { Ratio = null }, data.Points[2]] }, ChartSize.Wide)));

        Assert.Equal(2, drawing.Elements().Count(element => element.Name.LocalName == "g"));
        Assert.Contains(drawing.Elements(), element => element.Value == data.Points[1].Label);
    }

    private static CrossoverData Sizes(int steps) => Sample("pressure.liveSet", (0, 50 * Megabyte), geometric: false, AsyncLoad.Model.Units.ByteSize.Rounded, steps);

    private static CrossoverData Rates(int steps) => Sample("load.rate", (1_000, 1_000_000), geometric: true, Figures.Tick, steps);

    private static CrossoverData Sample(string axis, (double From, double To) range, bool geometric, Func<double, string> label, int steps) => new(
        "crossover-sample",
        "await-value-task vs await-task",
        "Ratios of a sample.",
        axis,
        0.97,
        1.03,
        range.From,
        range.To,
        geometric,
        [
            .. Enumerable.Range(0, steps).Select(number => number / (steps - 1.0)).Select((share, number) =>
            {
                var at = geometric ? range.From * Math.Pow(range.To / range.From, share) : range.From + ((range.To - range.From) * share);
                return new CrossoverPoint(at, label(at), Mark.Of((Verdict)(number % 4)), new PlotInterval(1.6 - share, 1.5 - share, 1.7 - share));
            }),
        ],
        new PlotInterval(range.To / 2, range.To / 3, range.To));
}
