using System.Globalization;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Plans;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Harness.Cli.Run;

/// <summary>The maps of a run while they fill, with the result of each comparison so far.</summary>
/// <param name="tally">What was measured so far.</param>
internal sealed class LiveMap(RunTally tally)
{
    private readonly IReadOnlyList<MapLayout> layouts = MapLayout.Of(tally.Plan.Comparisons);

    // A comparison is judged again when one of its pairs ends, not each time the map is drawn.
    private readonly Dictionary<string, HeatMapCell> cells = new(StringComparer.Ordinal);

    /// <summary>The maps, as they are now.</summary>
    public IEnumerable<HeatMapData> Maps => layouts.Select((layout, index) => new HeatMapData(
        string.Create(CultureInfo.InvariantCulture, $"map-{index + 1}"),
        Title(layout),
        "",
        [.. layout.Down.Values.Select(Printable.Text)],
        [.. layout.Across.Values.Select(Printable.Text)],
        [.. layout.Places.Select(place => CellOf(place.Comparison) with { Row = place.Row, Column = place.Column })])
    {
        Explained = JudgedWords.Explained(tally.Plan.Measure.Metric),
    });

    /// <summary>Judges a comparison again.</summary>
    /// <returns>Its result once no more pairs follow; else null.</returns>
    public string? Update(Comparison comparison)
    {
        var cell = cells[comparison.Id] = Judge(comparison);
        if (cell.Mark == Mark.Measuring) return null;
        var done = tally.Plan.Comparisons.Count(one => CellOf(one).Mark != Mark.Measuring);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{Printable.Text(comparison.Id)}  {cell.Mark.Glyph} {cell.Mark.Word} {cell.Ratio} {cell.Interval}  ({done} of {tally.Plan.Comparisons.Count} cells)");
    }

    private HeatMapCell CellOf(Comparison comparison)
    {
        if (!cells.TryGetValue(comparison.Id, out var cell)) cells[comparison.Id] = cell = Judge(comparison);
        return cell;
    }

    private HeatMapCell Judge(Comparison comparison)
    {
        var measure = tally.Plan.Measure;
        var pairs = PairRatios.Of([.. tally.Completed(comparison).Where(pair => pair.Index <= measure.Looks[^1])]);
        var open = tally.IsOpen(comparison);
        var judgement = Judgement.Of(pairs, measure);
        var mark = open ? Mark.Measuring : !measure.Verdicts && pairs.Count > 0 ? Mark.NotJudged : Mark.Of(judgement.Verdict.Value);
        if (judgement.Decisive.Value is not { } ratio)
            return new HeatMapCell(0, 0, PairRatios.Middle(pairs, measure.Metric) is { } middle ? Figures.Ratio(middle) : "", open ? string.Create(CultureInfo.InvariantCulture, $"{pairs.Count} of {measure.Looks[0]} pairs") : null, mark, 0);
        var (estimate, interval) = Figures.RatioParts(ratio);
        return new HeatMapCell(0, 0, estimate, interval, mark, 0);
    }

    private static string Title(MapLayout layout)
    {
        var first = layout.Places[0].Comparison;
        return Printable.Text(string.Join(", ", layout.Setting.Prepend($"{first.Candidate.Label} vs {first.Baseline.Label}")));
    }
}
