using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>Where the ratio crosses 1, by pressure and load: the frontier between the variants.</summary>
internal static class FrontierSection
{
    private const int MostOpen = 2;
    private const int Spoken = 24;

    /// <summary>The section; null where no question was swept under several pressures.</summary>
    public static ReportSection? Build(RunAnalysis run, RunNames names)
    {
        // Ids of a folder that was tampered with may be there twice.
        var analyses = new Dictionary<Sweep, CrossoverAnalysis>(ReferenceEqualityComparer.Instance);
        foreach (var crossover in run.Crossovers) analyses[crossover.Sweep] = crossover;
        ReportBlock[] pictures = [.. FrontierLayout.Of(analyses.Keys).Select((layout, index) => new Picture(names, layout, analyses).Block($"frontier-{Figures.Exact(index + 1)}"))];
        return pictures.Length == 0 ? null : new ReportSection(
            "frontier",
            "Frontier",
            $"Where the ratio of {JudgedWords.Cost(names.Metric)} crosses 1, with its interval, by pressure and load. The dashed line is where bytes per operation cross, which is exact. A shaded area is where all loads agree.",
            [.. Folded.After(MostOpen, pictures, "frontier")]);
    }

    private sealed class Picture(RunNames names, FrontierLayout layout, IReadOnlyDictionary<Sweep, CrossoverAnalysis> analyses)
    {
        private Sweep First => layout.Panels[0].Sweeps[0].Sweep;

        public ReportBlock.Frontier Block(string id)
        {
            var title = string.Join(", ", new[] { $"{names.Title(First.Template)} over {CrossoverRows.AxisName(First)}" }.Concat(layout.Setting.Select(VisibleText.Name)));
            return new ReportBlock.Frontier(
                new FrontierData(
                    id,
                    title,
                    Description(),
                    Axis(),
                    $"{names.Style(First.Template)} wins",
                    $"{names.Rival(First.Template)} wins",
                    [.. layout.Stretches.Select(Places)],
                    [.. layout.Loads.Select(VisibleText.Name)],
                    [.. layout.Panels.Select(Panel)]),
                Table(title));
        }

        private FrontierAxis Axis()
        {
            var (grid, name) = (First.Grid, CrossoverRows.AxisName(First));
            var meaning = names.Workload(First.Template.Candidate.Workload)?.Parameters.FirstOrDefault(parameter => First.Axis == CrossoverSettings.ParameterPrefix + parameter.Name)?.Summary;
            (double, string)[] labels = [.. Enumerable.Range(0, 5).Select(quarter => quarter / 4.0).Select(share => grid.Geometric ? grid.From * Math.Pow(grid.To / grid.From, share) : grid.From + (share * (grid.To - grid.From))).Select(step => (step, CrossoverRows.Step(First, step)))];
            return new FrontierAxis(meaning is null ? name : $"{name}: {VisibleText.Sentence(meaning)}", grid.From, grid.To, grid.Geometric, labels);
        }

        private static FrontierPlaces Places(FrontierStretch stretch) => new(
            stretch.Kind switch
            {
                FrontierPressure.LiveSet => "live set, MiB",
                FrontierPressure.Allocation => "allocation, MiB/s",
                _ => "pressure",
            },
            [.. stretch.Pressures.Select(pressure => FrontierStretch.SizeOf(pressure, stretch.Kind) is { } size ? Figures.Tick(size / (1 << 20)) : VisibleText.Name(pressure.Name))]);

        private FrontierPanelData Panel(FrontierPanel panel)
        {
            var found = panel.Sweeps.Select(sweep => analyses[sweep.Sweep]).ToList();
            List<bool> above = [.. found.Select(analysis => analysis.WinsAbove).OfType<bool>().Distinct()];
            string[] bytes = [.. found.Where(analysis => analysis.Bytes is not null).Select(analysis => CrossoverRows.Step(analysis.Sweep, analysis.Bytes!.Value.At)).Distinct()];
            string?[] words = [panel.Title is { } title ? VisibleText.Name(title) : null, bytes is [var one] ? $"bytes cross at {one}" : null];
            // Without any crossing the usual direction is assumed: the larger the swept value, the better for the candidate.
            return new FrontierPanelData(
                string.Join(" · ", words.OfType<string>()),
                above.Count switch { 0 => true, 1 => above[0], _ => null },
                [.. panel.Sweeps.OrderBy(sweep => IndexOf(layout.Loads, sweep.Load)).SelectMany(Points)]);
        }

        // What has no pressure begins several stretches.
        private IEnumerable<FrontierPoint> Points(FrontierSweep sweep)
        {
            foreach (var (stretch, places) in layout.Stretches.Index())
            {
                foreach (var (place, pressure) in places.Pressures.Index())
                {
                    if (pressure.Name == sweep.Pressure) yield return Point(analyses[sweep.Sweep], (IndexOf(layout.Loads, sweep.Load), stretch, place));
                }
            }
        }

        private static FrontierPoint Point(CrossoverAnalysis analysis, (int Load, int Stretch, int Place) where)
        {
            var (grid, at) = (analysis.Sweep.Grid, analysis.Crossing as CrossingEstimate.At);
            return new FrontierPoint(where.Load, where.Stretch, where.Place, Answer(analysis.Crossing), at?.Estimate, at?.Low ?? grid.From, at?.High ?? grid.To, analysis.Bytes?.At);
        }

        private static FrontierAnswer Answer(CrossingEstimate crossing) => crossing switch
        {
            CrossingEstimate.At => FrontierAnswer.Crosses,
            CrossingEstimate.None { Throughout: Verdict.Wins } => FrontierAnswer.Wins,
            CrossingEstimate.None { Throughout: Verdict.Loses } => FrontierAnswer.Loses,
            CrossingEstimate.None => FrontierAnswer.Equivalent,
            CrossingEstimate.NotMonotone => FrontierAnswer.NotMonotone,
            _ => FrontierAnswer.Undecided,
        };

        private string Description()
        {
            var all = layout.Panels.SelectMany(panel => panel.Sweeps.Select(sweep => (panel.Title, sweep))).ToList();
            return "Where the ratio crosses 1. " + Folded.Told(all, Spoken, entry =>
            {
                string[] where = [.. new[] { entry.Title, entry.sweep.Load, entry.sweep.Pressure }.OfType<string>().Select(VisibleText.Name)];
                var cell = Cell(entry.sweep);
                return $"{string.Join(", ", where)}: {string.Join(' ', new[] { cell.Mark?.Word, cell.Text }.Where(word => !string.IsNullOrEmpty(word)))}.";
            });
        }

        private ReportBlock.Table Table(string title)
        {
            string[] pressures = [.. layout.Stretches.SelectMany(stretch => stretch.Pressures).Select(pressure => pressure.Name).Distinct(StringComparer.Ordinal)];
            return new ReportBlock.Table(
                $"{title}: crossings of {JudgedWords.Cost(names.Metric)} with their intervals",
                [new("Load", Numeric: false), .. pressures.Select(pressure => new ReportColumn(VisibleText.Name(pressure)))],
                [.. layout.Panels.Select(panel => new ReportGroup(
                    panel.Title is { } name ? VisibleText.Name(name) : null,
                    [.. layout.Loads.Where(load => panel.Sweeps.Any(sweep => sweep.Load == load)).Select(load => Row(panel, load, pressures))]))]);
        }

        private IReadOnlyList<ReportCell> Row(FrontierPanel panel, string load, IEnumerable<string> pressures) =>
        [
            new(VisibleText.Name(load)),
            .. pressures.Select(pressure => panel.Sweeps.FirstOrDefault(sweep => sweep.Load == load && sweep.Pressure == pressure) is { } found ? Cell(found) : new ReportCell("–")),
        ];

        private ReportCell Cell(FrontierSweep sweep)
        {
            var analysis = analyses[sweep.Sweep];
            var bytes = analysis.Bytes is { } crossing ? $"bytes cross at {CrossoverRows.Step(analysis.Sweep, crossing.At)}" : "bytes do not cross";
            return analysis.Crossing switch
            {
                CrossingEstimate.At at => new ReportCell(CrossoverRows.Located(analysis.Sweep, at), bytes, FrontierMark.Of(FrontierAnswer.Crosses)),
                CrossingEstimate.None none => new ReportCell("throughout", bytes, Mark.Of(none.Throughout)),
                var other => new ReportCell("", bytes, FrontierMark.Of(Answer(other))),
            };
        }

        private static int IndexOf(IReadOnlyList<string> all, string one) => all.Index().First(entry => entry.Item == one).Index;
    }
}
