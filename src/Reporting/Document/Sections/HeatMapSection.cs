using AsyncLoad.Analysis;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>Ratios in a grid, by load and pressure or by other settings that vary: one map for each pair of variants.</summary>
internal static class HeatMapSection
{
    // Further maps are folded.
    private const int MostOpen = 4;
    private const int Spoken = 16;

    /// <summary>The maps of a run.</summary>
    public static IReadOnlyList<ReportBlock.Heat> Maps(RunAnalysis run, IReadOnlyList<ComparisonRow> rows, RunNames names)
    {
        var swept = run.Crossovers.SelectMany(crossover => crossover.Steps).Select(step => step.Comparison.Comparison.Id).ToHashSet(StringComparer.Ordinal);
        var shown = run.Comparisons.Zip(rows).Where(entry => !swept.Contains(entry.First.Comparison.Id)).ToList();
        // Ids of a folder that was tampered with may be there twice.
        var entries = new Dictionary<Comparison, (ComparisonAnalysis Analysis, ComparisonRow Row)>(ReferenceEqualityComparer.Instance);
        foreach (var entry in shown) entries[entry.First.Comparison] = entry;
        return [.. MapLayout.Of(shown.Select(entry => entry.First.Comparison)).Select((layout, index) => new Map(names, layout, entries).Block($"heat-{Figures.Exact(index + 1)}"))];
    }

    /// <summary>The section of these maps; null without any.</summary>
    public static ReportSection? Build(IReadOnlyList<ReportBlock.Heat> maps, VerdictMetric metric) => maps.Count == 0 ? null : new ReportSection(
        "heat-maps",
        "Map",
        $"Ratios of {JudgedWords.Cost(metric)} by load and pressure, or by other settings that vary. Below 1 {JudgedWords.Below(metric)}.",
        [.. Folded.After(MostOpen, maps, "map")]);

    private sealed class Map(RunNames names, MapLayout layout, IReadOnlyDictionary<Comparison, (ComparisonAnalysis Analysis, ComparisonRow Row)> entries)
    {
        private (ComparisonAnalysis Analysis, ComparisonRow Row) Of(MapPlace place) => entries[place.Comparison];

        public ReportBlock.Heat Block(string id) => new(
            new HeatMapData(id, Title, Description, Shown(layout.Down), Shown(layout.Across), [.. layout.Places.Select(Cell)]) { Explained = JudgedWords.Explained(Of(layout.Places[0]).Analysis.Metric) },
            new ReportBlock.Table(
                $"{Title}: ratios with their intervals",
                [new(VisibleText.Name(layout.Down.Title), Numeric: false), .. Shown(layout.Across).Select(column => new ReportColumn(column))],
                new ReportGroup(null, [.. Enumerable.Range(0, layout.Down.Values.Count).Select(Cells)])));

        private static IReadOnlyList<string> Shown(MapAxis axis) => [.. axis.Values.Select(VisibleText.Name)];

        private string Title
        {
            get
            {
                var first = layout.Places[0];
                string[] parts = [Of(first).Row.Title, names.Setting(first.Comparison, layout.Down.Name, layout.Across.Name), first.Comparison.Machine is { } machine ? $"on {VisibleText.Name(machine)}" : ""];
                return string.Join(", ", parts.Where(part => part.Length > 0));
            }
        }

        private string Description => $"Ratios under {layout.Down.Count} and {layout.Across.Count}. " + Folded.Told(layout.Places, Spoken, place =>
            $"{Shown(layout.Down)[place.Row]}, {Shown(layout.Across)[place.Column]}: {Of(place).Row.Ratio.Text}, {Of(place).Row.Verdict.Word}{(Of(place).Row.Letters is { Length: > 0 } letters ? $" [{letters}]" : "")}.");

        private HeatMapCell Cell(MapPlace place)
        {
            var ((ratio, interval), entry) = (Ratio(place), Of(place));
            return new HeatMapCell(place.Row, place.Column, ratio, interval, entry.Row.Verdict, Shade(entry.Analysis)) { Letters = entry.Row.Letters };
        }

        private (string Estimate, string? Interval) Ratio(MapPlace place) => Of(place).Analysis.Ratio.Value is { } ratio ? Figures.RatioParts(ratio) : (Figures.NotAvailable, null);

        private static int Shade(ComparisonAnalysis analysis) => analysis is { Verdict.Value: Verdict.Wins or Verdict.Loses, Ratio.Value.Estimate: > 0 and var ratio }
            ? Math.Max(ratio, 1 / ratio) switch { > 2 => 3, > 1.25 => 2, _ => 1 }
            : 0;

        private IReadOnlyList<ReportCell> Cells(int row) =>
        [
            new(VisibleText.Name(layout.Down.Values[row])),
            .. Enumerable.Range(0, layout.Across.Values.Count).Select(column => layout.Places.FirstOrDefault(place => place.Row == row && place.Column == column) is { } found
                ? Value(found)
                : new ReportCell("–")),
        ];

        // The interval on its own line: four columns of both would not fit beside each other.
        private ReportCell Value(MapPlace place)
        {
            var ((ratio, interval), row) = (Ratio(place), Of(place).Row);
            return new ReportCell(row.Letters.Length == 0 ? ratio : $"{ratio} [{row.Letters}]", row.Ratio.Note ?? interval, row.Verdict);
        }
    }
}
