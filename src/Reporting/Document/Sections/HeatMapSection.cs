using AsyncLoad.Analysis;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>Ratios by load and pressure: a grid for each pair of variants that met several of either.</summary>
internal static class HeatMapSection
{
    // As many as are looked at one after the other.
    private const int MostOpen = 4;
    private const int Spoken = 16;

    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows, RunNames names)
    {
        var swept = run.Crossovers.SelectMany(crossover => crossover.Steps).Select(step => step.Comparison.Comparison.Id).ToHashSet(StringComparer.Ordinal);
        var maps = run.Comparisons.Zip(rows, (analysis, row) => new Entry(analysis, row))
            .Where(entry => !swept.Contains(entry.Comparison.Id))
            .GroupBy(entry => Key(entry.Comparison))
            .Select(group => new Map(names, [.. group]))
            .Where(map => map.Loads.Count > 1 || map.Pressures.Count > 1)
            .Select((map, index) => map.Block($"heat-{Figures.Exact(index + 1)}"))
            .ToList();
        return maps.Count == 0 ? null : new ReportSection(
            "heat-maps",
            "Load × pressure",
            "The ratios of time, by what drives the operations and what else the heap holds and does meanwhile. Below 1 the candidate is faster.",
            [.. Folded.After(MostOpen, maps, "map")]);
    }

    // All that a cell of a grid may not differ in.
    private static (string, string, FigureRow, FigureRow, string, string?, string?) Key(Comparison comparison)
    {
        var (baseline, candidate) = (comparison.Baseline, comparison.Candidate);
        return (comparison.Experiment, candidate.Workload, FigureRow.Of(baseline), FigureRow.Of(candidate), candidate.Gc.Name, candidate.Runtime?.Name, comparison.Machine);
    }

    private sealed record Entry(ComparisonAnalysis Analysis, ComparisonRow Row)
    {
        public Comparison Comparison => Analysis.Comparison;

        public string Load => Comparison.Candidate.Load.Slug;

        public string Pressure => Comparison.Candidate.Pressure.Name;

        public (string Estimate, string? Interval) Ratio => Analysis.Ratio.Value is { } ratio ? Figures.RatioParts(ratio) : (Figures.NotAvailable, null);
    }

    private sealed class Map(RunNames names, List<Entry> entries)
    {
        public List<string> Loads { get; } = [.. entries.Select(entry => entry.Load).Distinct(StringComparer.Ordinal)];

        public List<string> Pressures { get; } = [.. entries.Select(entry => entry.Pressure).Distinct(StringComparer.Ordinal)];

        public ReportBlock.Heat Block(string id) => new(
            new HeatMapData(id, Title, Description, [.. Loads.Select(VisibleText.Name)], [.. Pressures.Select(VisibleText.Name)], [.. entries.Select(Cell)]),
            new ReportBlock.Table(
                $"{Title}: ratios with their intervals",
                [new("Load", Numeric: false), .. Pressures.Select(pressure => new ReportColumn(VisibleText.Name(pressure)))],
                new ReportGroup(null, [.. Loads.Select(Cells)])));

        private string Title
        {
            get
            {
                var first = entries[0];
                string[] parts = [first.Row.Title, names.Setting(first.Comparison), first.Comparison.Machine is { } machine ? $"on {VisibleText.Name(machine)}" : ""];
                return string.Join(", ", parts.Where(part => part.Length > 0));
            }
        }

        private string Description
        {
            get
            {
                var said = entries.Take(Spoken).Select(entry => $"{VisibleText.Name(entry.Load)}, {VisibleText.Name(entry.Pressure)}: {entry.Row.Ratio.Text}, {entry.Row.Verdict.Word}.");
                var rest = entries.Count > Spoken ? $" {Figures.Count(entries.Count - Spoken)} more in the table." : "";
                return $"Ratios under {Figures.Plural(Loads.Count, "load")} and {Figures.Plural(Pressures.Count, "pressure")}. {string.Join(" ", said)}{rest}";
            }
        }

        private HeatMapCell Cell(Entry entry)
        {
            var (ratio, interval) = entry.Ratio;
            return new HeatMapCell(Loads.IndexOf(entry.Load), Pressures.IndexOf(entry.Pressure), ratio, interval, entry.Row.Verdict, Shade(entry.Analysis));
        }

        private static int Shade(ComparisonAnalysis analysis) => analysis is { Verdict.Value: Verdict.Wins or Verdict.Loses, Ratio.Value.Estimate: > 0 and var ratio }
            ? Math.Max(ratio, 1 / ratio) switch { > 2 => 3, > 1.25 => 2, _ => 1 }
            : 0;

        private IReadOnlyList<ReportCell> Cells(string load) =>
        [
            new(VisibleText.Name(load)),
            .. Pressures.Select(pressure => entries.Find(entry => entry.Load == load && entry.Pressure == pressure) is { } found
                ? Value(found)
                : new ReportCell("–")),
        ];

        // The interval on a line of its own: four columns of both would not fit beside each other.
        private static ReportCell Value(Entry entry)
        {
            var (ratio, interval) = entry.Ratio;
            return new ReportCell(ratio, entry.Row.Ratio.Note ?? interval, entry.Row.Verdict);
        }
    }
}
