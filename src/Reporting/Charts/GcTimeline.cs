using AsyncLoad.Analysis;
using AsyncLoad.Model.Units;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>
/// Heap after each collection as a stepped line. Below it, on the same time axis, each pause is a bar whose head has a different shape for
/// each sort of collection. Thousands of collections are thinned to what can be told apart.
/// </summary>
internal static class GcTimeline
{
    private const double HeapColumn = 6;

    public static HtmlNode Draw(HeapOverTime data, ChartSize size)
    {
        var layout = GcTimelineLayout.Of(data, size);
        return Svg.Drawing(
            data.Id, size, layout.Height, (data.Title, data.Description),
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

/// <summary>The layout of a timeline.</summary>
/// <param name="Time">Time axis, in units of <paramref name="TimeUnit"/>.</param>
/// <param name="TimeUnit">Its unit.</param>
/// <param name="Heap">The upper panel; null when the trace tells no heap sizes.</param>
internal sealed record GcTimelineLayout(
    LinearAxis Time, ChartUnit TimeUnit, GcTimelinePanel? Heap, GcTimelinePanel Pause, double Width, double Height)
{
    // Room for four digits and a comma left of the plot, and for half a label right of it.
    private const double LabelWidth = 52;
    private const double LabelOverhang = 24;
    private const double PanelTop = 30;
    private const double PanelGap = 44;
    private const double HeapHeight = 150;
    private const double PauseHeight = 110;
    private const double AxisHeight = 52;

    // So that the highest bar ends below the upper edge, head included.
    private const double Air = 1.08;

    public double Left => Time.Left;

    public double Right => Time.Right;

    public double Top => (Heap ?? Pause).Top;

    public double Bottom => Pause.Bottom;

    public double LegendTop => Bottom + AxisHeight;

    public double X(TimelineGc collection) => Time.Position(collection.AtMs / TimeUnit.Factor);

    public static GcTimelineLayout Of(HeapOverTime data, ChartSize size)
    {
        var unit = ChartUnit.OfMilliseconds(data.SpanMs);
        var time = LinearAxis.UpTo(data.SpanMs / unit.Factor, LabelWidth + 8, size.Width - LabelOverhang);
        var sizes = data.Collections.Select(collection => collection.HeapBytes).OfType<double>().ToList();
        var heap = sizes.Count == 0 ? null : Panel(PanelTop, HeapHeight, ChartUnit.OfBytes(sizes.Max()), sizes.Max());
        var longest = data.Collections.Select(collection => collection.PauseMs).DefaultIfEmpty().Max();
        var pause = Panel(heap is null ? PanelTop : heap.Bottom + PanelGap, PauseHeight, ChartUnit.OfMilliseconds(longest), longest);
        var layout = new GcTimelineLayout(time, unit, heap, pause, size.Width, 0);
        return layout with { Height = layout.LegendTop + GcTimelineLegend.Height(data, layout) };
    }

    private static GcTimelinePanel Panel(double top, double height, ChartUnit unit, double largest) =>
        new(LinearAxis.UpTo(largest * Air / unit.Factor, top + height, top) with { Upright = true }, unit, top, top + height);
}

/// <summary>One of the panels above each other.</summary>
/// <param name="Axis">Upright, in units of <paramref name="Unit"/>.</param>
/// <param name="Unit">Its unit.</param>
internal sealed record GcTimelinePanel(LinearAxis Axis, ChartUnit Unit, double Top, double Bottom)
{
    public double Y(double value) => Axis.Position(value / Unit.Factor);
}

/// <summary>The unit of an axis.</summary>
/// <param name="Factor">How many of the axis's plain units, ms or bytes, make one.</param>
internal sealed record ChartUnit(string Unit, double Factor)
{
    /// <summary>The unit that suits lengths of time up to this many ms.</summary>
    public static ChartUnit OfMilliseconds(double largest)
    {
        var (unit, nanoseconds) = Figures.TimeUnit(largest * 1e6);
        return new ChartUnit(unit, nanoseconds / 1e6);
    }

    /// <summary>The unit that suits sizes up to this many bytes.</summary>
    public static ChartUnit OfBytes(double largest)
    {
        var (unit, bytes) = new MeasuredSize(largest).Unit;
        return new ChartUnit(unit, bytes);
    }
}

/// <summary>The legend of a timeline: each mark with its meaning and its number of collections, in as many rows as needed.</summary>
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

/// <summary>How charts tell sorts of collections apart: by the shape above the bar, which a print without colour keeps.</summary>
internal static class GcMark
{
    private const double Size = 4;

    public static string CssClass(CollectionSort sort) => sort switch
    {
        CollectionSort.Gen0 => "gen0",
        CollectionSort.Gen1 => "gen1",
        _ => "gen2",
    };

    public static string Word(CollectionSort sort) => sort switch
    {
        CollectionSort.Gen0 => "gen0",
        CollectionSort.Gen1 => "gen1",
        CollectionSort.Gen2 => "gen2",
        _ => "gen2, background",
    };

    /// <summary>How far apart bars must stand to be told apart: heads are wider than bars.</summary>
    public static double Spacing(CollectionSort sort) => sort == CollectionSort.Gen0 ? 3 : (2 * Size) + 1;

    /// <summary>The heads of bars that end at these points, in one path: none on gen0, hollow circles on gen1, diamonds on gen2, hollow ones for background.</summary>
    public static IEnumerable<HtmlNode> Heads(CollectionSort sort, IReadOnlyList<(double X, double Y)> points) => sort switch
    {
        CollectionSort.Gen0 => [],
        CollectionSort.Gen1 => [Svg.Path("point hollow", SvgPath.Circles(points, Size))],
        CollectionSort.Gen2 => [Svg.Path("point", SvgPath.Diamonds(points, Size + 1))],
        _ => [Svg.Path("point hollow", SvgPath.Diamonds(points, Size + 1))],
    };
}
