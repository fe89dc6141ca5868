using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>What the marks of a timeline mean and how many collections each stands for, in as many rows as it takes.</summary>
internal static class GcTimelineLegend
{
    private const double RowHeight = 22;
    private const double MarkWidth = 18;

    public static double Height(HeapOverTime data, GcTimelineLayout layout) =>
        Placed(data, layout).Select(entry => entry.Row + 1).DefaultIfEmpty().Max() * RowHeight;

    public static IEnumerable<HtmlNode> Draw(HeapOverTime data, GcTimelineLayout layout)
    {
        foreach (var (sort, label, x, row) in Placed(data, layout))
        {
            var middle = layout.LegendTop + ((row + 0.5) * RowHeight);
            IReadOnlyList<(double, double)> mark = [(x + 6, middle - 3)];
            yield return Svg.Group(GcMark.CssClass(sort), [Svg.Path("stem", SvgPath.Stems(mark, middle + 7)), .. GcMark.Heads(sort, mark)]);
            yield return Svg.Text("quiet", (x + MarkWidth, middle + 4), "start", label);
        }
    }

    private static IEnumerable<(CollectionSort Sort, string Label, double X, int Row)> Placed(HeapOverTime data, GcTimelineLayout layout)
    {
        var sorts = data.Collections.GroupBy(collection => collection.Sort).OrderBy(group => group.Key);
        return LegendRows.Place(sorts.Select(group => (group.Key, $"{GcMark.Word(group.Key)}: {Figures.Count(group.Count())}")), MarkWidth, 0, layout.Width);
    }
}
