using System.Xml.Linq;
using AsyncLoad.Analysis;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Charts;

namespace AsyncLoad.Tests.Docs.Pressures;

/// <summary>
/// A run over pressures as one picture: a row for each pressure, a panel for each load, and in each cell a dot with its interval for each kind of
/// collector, on one logarithmic axis. The shape tells the kind of collector, the colour the verdict, and an undecided dot is hollow.
/// </summary>
internal sealed class PressurePicture
{
    private const int LabelWidth = 176;
    private const int PanelWidth = 236;
    private const int Gap = 22;
    private const int LaneHeight = 11;
    private const int RowHeight = 42;
    private const int HeadHeight = 46;
    private const int Margin = 16;

    private const string Style = """
        text { font: 13px sans-serif; fill: #1b1f24 } .title { font: 600 15px sans-serif } .head { font-weight: 600 } .quiet { fill: #57606a; font-size: 11px } .paper { fill: #fff }
        .one { stroke: #57606a } .tick { stroke: #d8dee4 } .wins { stroke: #1a7f37; fill: #1a7f37 } .loses { stroke: #cf222e; fill: #cf222e } .neither { stroke: #6e7781; fill: #6e7781 } .open { fill: #fff }
        @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .quiet { fill: #9198a1 } .paper, .open { fill: #0d1117 } .one { stroke: #9198a1 } .tick { stroke: #30363d }
        .wins { stroke: #3fb950; fill: #3fb950 } .loses { stroke: #f85149; fill: #f85149 } .neither { stroke: #9198a1; fill: #9198a1 } }
        """;

    private readonly IReadOnlyList<PressureGroup> groups;
    private readonly IReadOnlyList<string> loads;
    private readonly IReadOnlyList<string> collectors;
    private readonly IReadOnlyList<double> shown;

    private PressurePicture(IReadOnlyList<PressureGroup> groups)
    {
        this.groups = groups;
        List<ComparisonResult> cells = [.. groups.SelectMany(group => group.Rows).SelectMany(row => row.Cells)];
        loads = [.. cells.Select(cell => cell.Load).Distinct()];
        collectors = [.. cells.Select(cell => cell.GcSettings).Distinct()];
        shown = [.. cells.SelectMany(cell => new[] { cell.Ratio!.Low, cell.Ratio.High })];
    }

    private int Width => LabelWidth + (loads.Count * (PanelWidth + Gap)) + Margin;

    /// <summary>Draws it.</summary>
    /// <param name="title">What it shows.</param>
    /// <param name="groups">One for each pair of variants.</param>
    public static string Draw(string title, IReadOnlyList<PressureGroup> groups) => new PressurePicture(groups).Draw(title);

    private string Draw(string title)
    {
        var tops = groups.Aggregate((At: Margin + 30, All: new List<int>()), (sum, group) => (sum.At + HeadHeight + (group.Rows.Count * RowHeight), [.. sum.All, sum.At]));
        var height = tops.At + 40;
        return SvgPicture.Of(title, Style, (Width, height), SvgPicture.Text("title", (Margin, Margin + 12), "start", title), groups.Zip(tops.All, Group), Legend(height - 16));
    }

    private IEnumerable<XElement> Group(PressureGroup group, int top)
    {
        yield return SvgPicture.Text("head", (Margin, top + 22), "start", group.Name);
        for (var column = 0; column < loads.Count; column++)
        {
            yield return SvgPicture.Text("quiet", (Left(column) + (PanelWidth / 2), top + 12), "middle", loads[column]);
            foreach (var tick in Axis(column).Ticks())
            {
                var x = Axis(column).Position(tick);
                yield return SvgPicture.Text("quiet", (x, top + 28), "middle", Figures.Tick(tick));
                yield return SvgPicture.Path(tick == 1 ? "one" : "tick", $"M{SvgPicture.Number(x)} {top + 34}V{top + HeadHeight + (group.Rows.Count * RowHeight) - 6}");
            }
        }

        foreach (var shape in group.Rows.SelectMany((row, index) => Row(row, top + HeadHeight + (index * RowHeight)))) yield return shape;
    }

    private IEnumerable<XElement> Row(PressureRow row, int top)
    {
        yield return SvgPicture.Text("label", (Margin, top + 20), "start", row.Name);
        foreach (var cell in row.Cells)
        {
            var (axis, lane) = (Axis(IndexOf(loads, cell.Load)), IndexOf(collectors, cell.GcSettings));
            var (y, ratio) = (top + 4 + (lane * LaneHeight), cell.Ratio!);
            yield return new XElement(
                SvgPicture.Svg + "g",
                new XAttribute("class", Tone(cell.Verdict)),
                new XElement(SvgPicture.Svg + "title", $"{row.Name}, {cell.Load}, {cell.GcSettings}: {PublishedRun.Ratio(cell)}"),
                SvgPicture.Path("whisker", $"M{SvgPicture.Number(axis.Position(ratio.Low))} {y}H{SvgPicture.Number(axis.Position(ratio.High))}"),
                Dot(lane, (axis.Position(ratio.Estimate), y), cell.Verdict is Verdict.Wins or Verdict.Loses or Verdict.Equivalent));
        }
    }

    private IEnumerable<XElement> Legend(int y)
    {
        var x = Margin + 4;
        foreach (var (name, lane) in collectors.Select((name, lane) => (name, lane)))
        {
            yield return new XElement(SvgPicture.Svg + "g", new XAttribute("class", "neither"), Dot(lane, (x, y - 4), filled: true));
            yield return SvgPicture.Text("quiet", (x + 10, y), "start", name);
            x += 30 + (name.Length * 7);
        }

        yield return SvgPicture.Text("quiet", (x, y), "start", "green: the candidate wins; red: it loses; grey: equivalent; hollow: undecided. Lines are intervals.");
    }

    private static XElement Dot(int lane, (double X, double Y) at, bool filled)
    {
        var (x, y) = (SvgPicture.Number(at.X), SvgPicture.Number(at.Y));
        var data = lane switch
        {
            0 => $"M{SvgPicture.Number(at.X - 4)} {y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
            1 => $"M{SvgPicture.Number(at.X - 3.5)} {SvgPicture.Number(at.Y - 3.5)}h7v7h-7z",
            _ => $"M{x} {SvgPicture.Number(at.Y - 5)}l5 5l-5 5l-5 -5z",
        };
        return SvgPicture.Path(filled ? "dot" : "open", data);
    }

    private static string Tone(Verdict? verdict) => verdict switch
    {
        Verdict.Wins => "wins",
        Verdict.Loses => "loses",
        _ => "neither",
    };

    private static int Left(int column) => LabelWidth + (column * (PanelWidth + Gap));

    private LogAxis Axis(int column) => LogAxis.Around(shown, Left(column), Left(column) + PanelWidth);

    private static int IndexOf(IReadOnlyList<string> names, string name) => names.TakeWhile(other => other != name).Count();
}

/// <summary>One pair of variants.</summary>
internal sealed record PressureGroup(string Name, IReadOnlyList<PressureRow> Rows);

/// <summary>One pressure: a cell for each load and kind of collector.</summary>
internal sealed record PressureRow(string Name, IReadOnlyList<ComparisonResult> Cells);
