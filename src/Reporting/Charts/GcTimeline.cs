using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>
/// Heap after each collection as a stepped line, and below it on the same time axis each pause as a bar, with a head of its own shape for
/// each sort of collection. Thousands of collections are thinned to what can be told apart.
/// </summary>
internal static class GcTimeline
{
    private const double HeapColumn = 6;

    public static HtmlNode Draw(HeapOverTime data, ChartSize size)
    {
        var layout = GcTimelineLayout.Of(data, size);
        return Svg.Drawing(
            $"{data.Id}-{size.CssClass}",
            size.CssClass,
            (size.Width, layout.Height),
            (data.Title, data.Description),
            [
                .. Time(data, layout),
                .. layout.Heap is { } heap ? Heap(data, layout, heap) : [],
                .. Pauses(data, layout),
                .. GcTimelineLegend.Draw(data, layout),
            ]);
    }

    private static IEnumerable<HtmlNode> Time(HeapOverTime data, GcTimelineLayout layout)
    {
        foreach (var tick in layout.Time.Ticks())
        {
            var x = layout.Time.Position(tick);
            yield return Svg.Line("tick", (x, layout.Top), (x, layout.Bottom));
            yield return Svg.Text("quiet", (x, layout.Bottom + 18), "middle", Figures.Tick(tick));
        }

        yield return Svg.Text("quiet", ((layout.Left + layout.Right) / 2, layout.Bottom + 38), "middle", $"{layout.TimeUnit.Unit} from {data.Origin}");
    }

    private static IEnumerable<HtmlNode> Heap(HeapOverTime data, GcTimelineLayout layout, GcTimelinePanel heap)
    {
        foreach (var node in Scale(heap, layout, "heap after each collection")) yield return node;
        List<(double X, double Y)> points =
            [.. data.Collections.Where(collection => collection.HeapBytes is not null).Select(collection => (layout.X(collection), heap.Y(collection.HeapBytes!.Value)))];
        var steps = ChartThinning.KeepExtremes(points, HeapColumn);
        yield return Svg.Path("area", SvgPath.Area(steps, layout.Right, heap.Bottom));
        yield return Svg.Path("heap", SvgPath.Steps(steps, layout.Right));
    }

    private static IEnumerable<HtmlNode> Pauses(HeapOverTime data, GcTimelineLayout layout)
    {
        foreach (var node in Scale(layout.Pause, layout, "pause")) yield return node;
        foreach (var sort in Enum.GetValues<CollectionSort>())
        {
            var points = data.Collections.Where(collection => collection.Sort == sort).Select(collection => (layout.X(collection), layout.Pause.Y(collection.PauseMs)));
            var shown = ChartThinning.KeepHighest(points, GcMark.Spacing(sort));
            if (shown.Count > 0) yield return Svg.Group(GcMark.CssClass(sort), [Svg.Path("stem", SvgPath.Stems(shown, layout.Pause.Bottom)), .. GcMark.Heads(sort, shown)]);
        }

        if (data.Collections.MaxBy(collection => collection.PauseMs) is { } longest) yield return Longest(longest, layout);
    }

    // Beside its mark, on the side with more room.
    private static HtmlNode Longest(TimelineGc collection, GcTimelineLayout layout)
    {
        var (x, y) = (layout.X(collection), layout.Pause.Y(collection.PauseMs) + 4);
        var text = $"longest: {Figures.Time(collection.PauseMs * 1e6)}";
        return x < (layout.Left + layout.Right) / 2 ? Svg.Text("quiet halo", (x + 10, y), "start", text) : Svg.Text("quiet halo", (x - 10, y), "end", text);
    }

    private static IEnumerable<HtmlNode> Scale(GcTimelinePanel panel, GcTimelineLayout layout, string title)
    {
        yield return Svg.Text("quiet", (0, panel.Top - 14), "start", $"{title}, {panel.Unit.Unit}");
        foreach (var tick in panel.Axis.Ticks())
        {
            var y = panel.Axis.Position(tick);
            yield return Svg.Line(tick == 0 ? "one" : "tick", (layout.Left, y), (layout.Right, y));
            yield return Svg.Text("quiet", (layout.Left - 8, y + 4), "end", Figures.Tick(tick));
        }
    }
}
