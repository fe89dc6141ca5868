using System.Globalization;
using System.Xml.Linq;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Charts;

public sealed class TrendPlotTests
{
    [Theory]
    [InlineData(1, 0)]
    [InlineData(2, 1)]
    [InlineData(12, 2)]
    [InlineData(200, 15)]
    public void No_two_texts_overlap_and_all_lie_inside(int runs, int changes)
    {
        foreach (var size in ChartSize.All)
        {
            var drawing = Drawing.Text(TrendPlot.Draw(Sample(runs, changes), size));
            Assert.DoesNotContain("NaN", drawing, StringComparison.Ordinal);
            Drawing.AssertTextsStandApart(XElement.Parse(drawing), size.Width);
        }
    }

    [Fact]
    public void Each_run_has_a_mark_and_each_change_an_upright_line_and_a_level()
    {
        var data = Sample(12, 2);
        var drawing = XElement.Parse(Drawing.Text(TrendPlot.Draw(data with { Points = [data.Points[0] with { Interval = null }, .. data.Points.Skip(1)] }, ChartSize.Wide)));
        Assert.Equal(11, Paths(drawing, "whisker").Sum(path => path.Count(letter => letter == 'V')));
        // Four verdicts, a change and a level stand in the legend too.
        Assert.Equal(11 + 4, Paths(drawing, "point").Concat(Paths(drawing, "point hollow")).Sum(path => path.Count(letter => letter == 'M')));
        Assert.Equal(2 + 1, drawing.Elements().Count(line => Is(line, "line", "one") && line.Attribute("x1")!.Value == line.Attribute("x2")!.Value));
        Assert.Equal(3 + 1, drawing.Descendants().Count(line => Is(line, "line", "curve")));
    }

    [Theory]
    [InlineData(2, 0)]
    [InlineData(12, 2)]
    public void Every_sign_has_its_entry_in_the_legend(int runs, int changes)
    {
        var data = Sample(runs, changes);
        var legend = Legend(data);
        Assert.Equal(
            data.Points.Select(point => point.Mark.Word).Distinct().Append("interval").Concat(changes == 0 ? [] : ["level between changes", "change, with its extent above"]).Order(StringComparer.Ordinal),
            legend.Order(StringComparer.Ordinal));
        // A figure that is not judged has no verdicts to explain.
        Assert.Contains("run", Legend(data with { IsRatio = false }));
    }

    private static List<string> Legend(TrendData data)
    {
        var drawing = XElement.Parse(Drawing.Text(TrendPlot.Draw(data, ChartSize.Wide)));
        var first = Drawing.Texts(drawing).Where(text => text.Value.StartsWith("2026-", StringComparison.Ordinal)).Max(Height);
        return [.. Drawing.Texts(drawing).Where(text => Height(text) > first).Select(text => text.Value)];

        static double Height(XElement text) => double.Parse(text.Attribute("y")!.Value, CultureInfo.InvariantCulture);
    }

    private static IEnumerable<string> Paths(XElement drawing, string cssClass) => drawing.Descendants().Where(path => Is(path, "path", cssClass)).Select(path => path.Attribute("d")!.Value);

    private static bool Is(XElement element, string name, string cssClass) => element.Name.LocalName == name && (string?)element.Attribute("class") == cssClass;

    private static TrendData Sample(int runs, int changes) => new(
        "trend-1",
        "a comparison",
        "What changed.",
        "ratio [interval]; below 1 the candidate is cheaper",
        true,
        [.. Enumerable.Range(0, runs).Select(run => new TrendDot(new DateTime(2026, 1, 1).AddDays(run).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture), Mark.Of((Verdict)(run % 4)), new PlotInterval(0.9 + (0.01 * (run % 5)), 0.88, 0.96)))],
        [.. Enumerable.Range(0, changes == 0 ? 0 : changes + 1).Select(level => new TrendLevel(level * runs / (changes + 1), ((level + 1) * runs / (changes + 1)) - 1, 0.9 + (0.01 * level), level == 0 ? null : "+1.2 %"))]);
}
