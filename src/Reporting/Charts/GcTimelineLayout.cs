using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting.Charts;

/// <summary>Where things of a timeline lie.</summary>
/// <param name="Time">Time axis, in units of <paramref name="TimeUnit"/>.</param>
/// <param name="TimeUnit">Its unit.</param>
/// <param name="Heap">The upper panel; null when the trace tells no heap sizes.</param>
/// <param name="Pause">The lower panel.</param>
/// <param name="Width">Width of the drawing.</param>
/// <param name="Height">Height of the drawing.</param>
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
/// <param name="Top">Upper edge.</param>
/// <param name="Bottom">Lower edge: 0.</param>
internal sealed record GcTimelinePanel(LinearAxis Axis, ChartUnit Unit, double Top, double Bottom)
{
    public double Y(double value) => Axis.Position(value / Unit.Factor);
}

/// <summary>The unit of an axis.</summary>
/// <param name="Unit">Its name.</param>
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
        var (unit, bytes) = Figures.SizeUnit(largest);
        return new ChartUnit(unit, bytes);
    }
}
