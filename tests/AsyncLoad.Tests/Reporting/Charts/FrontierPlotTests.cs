using System.Xml.Linq;
using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Charts;

public sealed class FrontierPlotTests
{
    [Theory]
    [InlineData(1, 1, 2)]
    [InlineData(3, 2, 3)]
    [InlineData(4, 3, 5)]
    [InlineData(2, 4, 2)]
    public void No_two_texts_overlap_and_all_lie_inside(int panels, int loads, int places)
    {
        foreach (var size in ChartSize.All)
        {
            var drawing = Drawing.Text(FrontierPlot.Draw(Sample(panels, loads, places), size));
            Assert.DoesNotContain("NaN", drawing, StringComparison.Ordinal);
            Drawing.AssertTextsStandApart(XElement.Parse(drawing), size.Width);
        }
    }

    [Fact]
    public void Twelve_loads_have_twelve_signs() => Assert.Equal(12, Enumerable.Range(0, 12).Select(load => (FrontierPlot.LoadClass(load), Drawing.Text(FrontierShapes.Of(load, (0, 0), 4)))).Distinct().Count());

    [Fact]
    public void A_gap_is_not_bridged_and_a_lone_crossing_has_no_band()
    {
        var data = Sample(1, 1, 3);
        var gap = data with { Panels = [data.Panels[0] with { Points = [Crossing(0), Point(1, FrontierAnswer.Undecided), Crossing(2)] }] };
        Assert.Equal(2, Count(data with { Panels = [data.Panels[0] with { Points = [Crossing(0), Crossing(1), Crossing(2)] }] }, "reach", "polygon"));
        Assert.Equal(0, Count(gap, "reach", "polygon"));
        // The place, and its entry in the legend.
        Assert.Equal(2, Count(gap, "stem", "path"));
    }

    [Fact]
    public void Nothing_is_shaded_where_loads_win_on_different_sides()
    {
        var crossing = Sample(1, 1, 3);
        var data = crossing with { Panels = [crossing.Panels[0] with { Points = [Crossing(0), Crossing(1), Point(2, FrontierAnswer.Equivalent)] }] };
        Assert.Equal(2, Count(data, "less-1", "polygon") + Count(data, "more-1", "polygon"));
        var mixed = data with { Panels = [data.Panels[0] with { WinsAbove = null }] };
        Assert.Equal(0, Count(mixed, "less-1", "polygon") + Count(mixed, "more-1", "polygon"));
        Assert.DoesNotContain("ValueTask wins", Drawing.Text(FrontierPlot.Draw(mixed, ChartSize.Wide)), StringComparison.Ordinal);
    }

    [Fact]
    public void The_shade_of_the_candidate_lies_above_the_band_of_its_line_and_that_of_the_baseline_below()
    {
        var data = Sample(1, 1, 2);
        var drawing = XElement.Parse(Drawing.Text(FrontierPlot.Draw(data with { Panels = [data.Panels[0] with { Points = [Crossing(0), Crossing(1)] }] }, ChartSize.Wide)));
        var (wins, loses, band) = (Heights(drawing, "less-1"), Heights(drawing, "more-1"), Heights(drawing, "reach"));
        Assert.Equal(band.Min(), wins.Max());
        Assert.Equal(band.Max(), loses.Min());
    }

    [Fact]
    public void Bytes_are_a_broken_line_and_absent_where_they_do_not_cross()
    {
        var data = Sample(1, 1, 2);
        Assert.Equal(2 + 1, Count(data, "one dashed", "line"));
        Assert.Equal(0, Count(data with { Panels = [data.Panels[0] with { Points = [.. data.Panels[0].Points.Select(point => point with { Bytes = null })] }] }, "one dashed", "line"));
    }

    [Fact]
    public void Equal_factors_are_equal_distances_on_a_geometric_axis()
    {
        var data = Sample(1, 1, 2) with { Axis = new FrontierAxis("workers", 1, 100, true, [(1, "1"), (10, "10"), (100, "100")]) };
        var box = FrontierFrame.Of(data, ChartSize.Wide).Panel(0);
        Assert.Equal(box.Y(1) - box.Y(10), box.Y(10) - box.Y(100), 1e-9);
    }

    [Theory]
    [InlineData(2, 5)]
    [InlineData(3, 5)]
    public void No_sign_stands_on_hatching(int loads, int places)
    {
        foreach (var size in ChartSize.All)
        {
            var drawing = XElement.Parse(Drawing.Text(FrontierPlot.Draw(Sample(1, loads, places), size)));
            var signs = Drawing.Texts(drawing).Where(text => text.Attribute("class")!.Value == "verdict halo").Select(text => (X: Number(text, "x"), Y: Number(text, "y"))).ToList();
            var lines = drawing.Descendants().Where(path => path.Attribute("class")?.Value == "stem").SelectMany(path => Lines(path.Attribute("d")!.Value)).ToList();

            Assert.NotEmpty(signs);
            Assert.NotEmpty(lines);
            Assert.All(signs, sign => Assert.DoesNotContain(lines, line =>
                line.Max(point => point[0]) > sign.X - 5 && line.Min(point => point[0]) < sign.X + 5 && line.Max(point => point[1]) > sign.Y - 11 && line.Min(point => point[1]) < sign.Y + 3));
        }
    }

    private static IEnumerable<double[][]> Lines(string hatching) => hatching.Split(['M', 'L', ' '], StringSplitOptions.RemoveEmptyEntries)
        .Select(text => double.Parse(text, System.Globalization.CultureInfo.InvariantCulture)).Chunk(2).Chunk(2);

    private static double Number(XElement element, string name) => double.Parse(element.Attribute(name)!.Value, System.Globalization.CultureInfo.InvariantCulture);

    [Fact]
    public void Hatching_stays_inside_its_box()
    {
        var numbers = FrontierShapes.Hatch((10, 20, 14, 100)).Split(['M', 'L', ' '], StringSplitOptions.RemoveEmptyEntries).Select(text => double.Parse(text, System.Globalization.CultureInfo.InvariantCulture)).Chunk(2).ToList();
        Assert.NotEmpty(numbers);
        Assert.All(numbers, point => Assert.True(point[0] is >= 10 and <= 24 && point[1] is >= 20 and <= 120));
    }

    private static List<double> Heights(XElement drawing, string cssClass) =>
    [
        .. drawing.Descendants().Where(element => element.Name.LocalName == "polygon" && element.Attribute("class")?.Value == cssClass)
            .SelectMany(element => element.Attribute("points")!.Value.Split(' ')).Select(point => double.Parse(point.Split(',')[1], System.Globalization.CultureInfo.InvariantCulture)),
    ];

    private static int Count(FrontierData data, string cssClass, string element) => XElement.Parse(Drawing.Text(FrontierPlot.Draw(data, ChartSize.Wide)))
        .Descendants().Count(one => one.Name.LocalName == element && one.Attribute("class")?.Value == cssClass);

    private static FrontierPoint Crossing(int place) => new(0, 0, place, FrontierAnswer.Crosses, 0.6, 0.5, 0.7, 0.259);

    private static FrontierPoint Point(int place, FrontierAnswer answer) => new(0, 0, place, answer, null, 0, 1, 0.259);

    private static FrontierData Sample(int panels, int loads, int places) => new(
        "frontier-sample",
        "async-value-task-over-value-task vs async-task-over-task over probability",
        "Where the ratio of a sample crosses 1.",
        new FrontierAxis("probability: how often the inner method completes synchronously, 0 to 1", 0, 1, false, [(0, "0"), (0.25, "0.25"), (0.5, "0.5"), (0.75, "0.75"), (1, "1")]),
        "ValueTask wins",
        "Task wins",
        places == 3
            ? [new FrontierPlaces("live set, MB", ["0", "400", "1,000"])]
            : [new FrontierPlaces("live set, MB", [.. Enumerable.Range(0, places - 1).Select(place => Figures.Exact(place * 100))]), new FrontierPlaces("pressure", ["a pressure with a long name"])],
        [.. Enumerable.Range(0, loads).Select(load => $"closedLoop-{Figures.Exact(load)}")],
        [.. Enumerable.Range(0, panels).Select(panel => new FrontierPanelData($"result={Figures.Exact(panel)} · bytes cross at 0.259", true, [.. Points(loads, places)]))]);

    // Each answer in turn.
    private static IEnumerable<FrontierPoint> Points(int loads, int places) =>
        from load in Enumerable.Range(0, loads)
        from place in Enumerable.Range(0, places)
        let answer = (FrontierAnswer)((load + place) % 6)
        let isLast = places != 3 && place == places - 1
        select new FrontierPoint(load, isLast ? 1 : 0, isLast ? 0 : place, answer, answer == FrontierAnswer.Crosses ? 0.6 : null, answer == FrontierAnswer.Crosses ? 0.5 : 0, answer == FrontierAnswer.Crosses ? 0.7 : 1, 0.259);
}
