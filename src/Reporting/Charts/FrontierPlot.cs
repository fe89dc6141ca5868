using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>
/// Crossings by pressure: a line with a band for each load, and the crossing of bytes as a broken line. Shaded areas show where all loads agree on the winner,
/// signs where nothing crosses, and hatching where there is no answer.
/// </summary>
internal static class FrontierPlot
{
    private const double MarkSize = 4;
    private const double SignHeight = 12;

    public static HtmlNode Draw(FrontierData data, ChartSize size)
    {
        var frame = FrontierFrame.Of(data, size);
        return Svg.Drawing(
            data.Id, size, frame.Height + FrontierLegend.Height(data, frame), (data.Title, data.Description),
            [
                .. ChartText.Lines(data.Axis.Title, size.Width, 12, FrontierFrame.TitleLines).Index().Select(line => Svg.Text("quiet", (0, 14 + (15 * line.Index)), "start", line.Item)),
                .. data.Panels.SelectMany((panel, index) => Panel(data, panel, frame.Panel(index))),
                .. FrontierLegend.Draw(data, frame),
            ]);
    }

    private static IEnumerable<HtmlNode> Panel(FrontierData data, FrontierPanelData panel, FrontierBox box) =>
    [
        Svg.Text("label", (box.Left - FrontierFrame.LabelWidth, box.Top - 14), "start", ChartText.Fit(panel.Title, box.Right - box.Left + FrontierFrame.LabelWidth, 13)),
        .. panel.WinsAbove is { } above ? Enumerable.Range(0, data.Stretches.Count).SelectMany(stretch => Shades(data, panel, (stretch, above), box)) : [],
        .. Grid(data, box),
        .. panel.Points.Where(point => IsOpen(point.Answer)).Select(point => Svg.Group(LoadClass(point.Load), Svg.Path("stem", string.Concat(box.Bars(point).Select(FrontierShapes.Hatch))))),
        .. data.Loads.Index().SelectMany(load => Enumerable.Range(0, data.Stretches.Count).Select(stretch => Line(panel, load.Index, stretch, box))).OfType<HtmlNode>(),
        .. Bytes(data, panel, box),
        .. panel.Points.Select(point => Svg.Group(LoadClass(point.Load), [.. Sign(point, box)])),
    ];

    // Between neighbours that both say who wins, and half a place beyond the first and the last of them.
    private static IEnumerable<HtmlNode> Shades(FrontierData data, FrontierPanelData panel, (int Stretch, bool WinsAbove) of, FrontierBox box)
    {
        var run = new List<(double X, double Low, double High)>();
        for (var place = 0; place <= data.Stretches[of.Stretch].Labels.Count; place++)
        {
            if (place < data.Stretches[of.Stretch].Labels.Count && panel.Doubt(data.Axis, of.Stretch, place) is var (low, high))
            {
                run.Add((box.X(of.Stretch, place), box.Y(low), box.Y(high)));
                continue;
            }

            if (run.Count > 0)
            {
                yield return Shade(of.WinsAbove ? "less-1" : "more-1", [.. run.Select(at => (at.X, at.High))], box.Top, box.Slot / 2);
                yield return Shade(of.WinsAbove ? "more-1" : "less-1", [.. run.Select(at => (at.X, at.Low))], box.Bottom, box.Slot / 2);
            }

            run.Clear();
        }
    }

    private static HtmlNode Shade(string cssClass, IReadOnlyList<(double X, double Y)> edge, double to, double beyond)
    {
        var (left, right) = (edge[0].X - beyond, edge[^1].X + beyond);
        return Svg.Polygon(cssClass, [(left, edge[0].Y), .. edge, (right, edge[^1].Y), (right, to), (left, to)]);
    }

    private static IEnumerable<HtmlNode> Grid(FrontierData data, FrontierBox box)
    {
        yield return Svg.Path("tick", SvgPath.Levels(data.Axis.Labels.Select(label => box.Y(label.At)), box.Left, box.Right));
        foreach (var (at, label) in data.Axis.Labels) yield return Svg.Text("quiet", (box.Left - 8, box.Y(at) + 4), "end", ChartText.Fit(label, FrontierFrame.LabelWidth - 8, 12));
        foreach (var (stretch, places) in data.Stretches.Index())
        {
            yield return Svg.Line("rule", (box.LeftOf(stretch), box.Bottom), (box.RightOf(stretch), box.Bottom));
            foreach (var (place, label) in places.Labels.Index())
                yield return Svg.Text("quiet", (box.X(stretch, place), box.Bottom + 18), "middle", ChartText.Fit(label, box.Slot - 6, 12));
            var (middle, width) = ((box.LeftOf(stretch) + box.RightOf(stretch)) / 2, box.RightOf(stretch) - box.LeftOf(stretch));
            foreach (var (line, words) in ChartText.Lines(places.Title, width, 12, 2).Index())
                yield return Svg.Text("quiet", (middle, box.Bottom + 36 + (15 * line)), "middle", words);
        }
    }

    // Crossings of neighbours are joined; a place without one leaves a gap.
    private static HtmlNode? Line(FrontierPanelData panel, int load, int stretch, FrontierBox box)
    {
        var crossing = panel.Points.Where(point => point.Load == load && point.Stretch == stretch && point.At is not null).OrderBy(point => point.Place).ToList();
        var joined = crossing.Zip(crossing.Skip(1)).Where(pair => pair.Second.Place == pair.First.Place + 1).ToList();
        return joined.Count == 0 ? null : Svg.Group(
            LoadClass(load),
            [
                .. joined.Select(pair => Svg.Polygon(
                    "reach",
                    (box.X(pair.First), box.Y(pair.First.High)), (box.X(pair.Second), box.Y(pair.Second.High)), (box.X(pair.Second), box.Y(pair.Second.Low)), (box.X(pair.First), box.Y(pair.First.Low)))),
                .. joined.Select(pair => Svg.Line("whisker", (box.X(pair.First), box.Y(pair.First.At!.Value)), (box.X(pair.Second), box.Y(pair.Second.At!.Value)))),
            ]);
    }

    // A dash across each place, so that a single place is visible too.
    private static IEnumerable<HtmlNode> Bytes(FrontierData data, FrontierPanelData panel, FrontierBox box) => data.Loads.Index().SelectMany(load => Enumerable.Range(0, data.Stretches.Count).SelectMany(stretch =>
    {
        var known = panel.Points.Where(point => point.Load == load.Index && point.Stretch == stretch && point.Bytes is not null).OrderBy(point => point.Place).ToList();
        return known.Select(point => Svg.Line("one dashed", (box.X(stretch, point.Place) - (box.Slot / 2), box.Y(point.Bytes!.Value)), (box.X(stretch, point.Place) + (box.Slot / 2), box.Y(point.Bytes!.Value))));
    }));

    private static IEnumerable<HtmlNode> Sign(FrontierPoint point, FrontierBox box)
    {
        var x = box.X(point);
        if (point.At is { } at)
        {
            yield return Svg.Line("whisker", (x, box.Y(point.Low)), (x, box.Y(point.High)));
            yield return FrontierShapes.Of(point.Load, (x, box.Y(at)), MarkSize);
            yield break;
        }

        var mark = FrontierMark.Of(point.Answer);
        var y = point.Answer switch
        {
            FrontierAnswer.Wins => box.Bottom - 6,
            FrontierAnswer.Loses => box.Top + SignHeight,
            _ => box.Middle,
        };
        // In the load's colour, which tells whose sign it is.
        yield return Svg.Text("verdict halo", (x, y), "middle", mark.Glyph);
    }

    /// <summary>The class whose colour a load has.</summary>
    public static string LoadClass(int load) => (load % 3) switch
    {
        0 => "even",
        1 => "open",
        _ => "first",
    };

    /// <summary>Whether a point with this answer is hatched.</summary>
    public static bool IsOpen(FrontierAnswer answer) => answer is FrontierAnswer.Undecided or FrontierAnswer.NotMonotone;
}

/// <summary>Marks and hatching of a frontier.</summary>
internal static class FrontierShapes
{
    private const double Step = 7;

    /// <summary>The mark of a load, so that colour is not needed to tell them apart. There is one more than there are colours, so that twelve loads differ.</summary>
    public static HtmlNode Of(int load, (double X, double Y) centre, double radius) => (load % 4) switch
    {
        0 => Svg.Path("point", SvgPath.Circles([centre], radius)),
        1 => Svg.Path("point", SvgPath.Diamonds([centre], radius + 1)),
        3 => Svg.Polygon("point", (centre.X, centre.Y - radius - 1), (centre.X + radius + 1, centre.Y + radius), (centre.X - radius - 1, centre.Y + radius)),
        _ => Svg.Box("point hollow", (centre.X - radius, centre.Y - radius), (2 * radius, 2 * radius)),
    };

    /// <summary>Lines at 45° inside a box.</summary>
    public static string Hatch((double Left, double Top, double Width, double Height) box)
    {
        var (left, top, width, height) = box;
        return string.Concat(Enumerable.Range(1, (int)((width + height) / Step)).Select(number => number * Step).Select(along =>
        {
            var from = (X: left + Math.Max(0, along - height), Y: top + Math.Min(along, height));
            var to = (X: left + Math.Min(along, width), Y: top + Math.Max(0, along - width));
            return $"M{Svg.Length(from.X)} {Svg.Length(from.Y)}L{Svg.Length(to.X)} {Svg.Length(to.Y)}";
        }));
    }
}
