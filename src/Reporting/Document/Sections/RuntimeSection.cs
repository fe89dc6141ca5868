using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>Runtimes side by side: what one row takes and allocates on each, and how the variants compare there.</summary>
internal static class RuntimeSection
{
    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        var plan = run.Manifest.Plan;
        if (plan.Runtimes is not { } runtimes) return null;
        var measured = runtimes.Where(runtime => run.Comparisons.Any(analysis => analysis.Comparison.Candidate.Runtime?.Name == runtime.Name)).Select(runtime => runtime.Name).ToList();
        var skipped = Skipped(plan);
        return new ReportSection(
            "runtimes",
            "Runtime by runtime",
            "One build for .NET 8 runs on every runtime, so the code is the same on each; runtime async needs a separate build. Ratios compare variants on one runtime. " +
            "Times on two runtimes come from different processes at different moments, unless a comparison measures the two in turn. Bytes may be compared; times only where they are far apart.",
            [
                new ReportBlock.Facts([.. runtimes.Select(Describe)]),
                .. measured.Count == 0 ? Array.Empty<ReportBlock>() : [Measured(run, measured)],
                .. plan.Measure.Verdicts && run.Comparisons.Any(analysis => IsOnOneRuntime(analysis.Comparison)) ? new ReportBlock[] { Ratios(run, rows, measured) } : [],
                .. skipped.Length > 0 ? new ReportBlock[] { new ReportBlock.Notices(skipped) } : [],
            ]);
    }

    private static Fact Describe(PlannedRuntime runtime) => new(
        VisibleText.Name(runtime.Name),
        runtime.Missing is { } missing ? $"skipped: {VisibleText.Sentence(missing)}" : $".NET {VisibleText.Name(runtime.Version ?? "")}");

    private static ReportBlock.Table Measured(RunAnalysis run, List<string> runtimes)
    {
        var sides = run.Comparisons.SelectMany(analysis => analysis.Sides.Each()).Where(side => side.Cell.Runtime is not null).ToList();
        return new ReportBlock.Table(
            "Time and bytes per operation by runtime",
            [new("Row", Numeric: false), .. runtimes.SelectMany(name => new ReportColumn[] { new($"{VisibleText.Name(name)}: time/op"), new($"{VisibleText.Name(name)}: B/op") })],
            [
                .. sides
                    .GroupBy(side => $"{VisibleText.Name(side.Cell.Workload)}, {FigureRow.Surroundings(side)}", StringComparer.Ordinal)
                    .Select(group => new ReportGroup(group.Key, [.. group.GroupBy(side => FigureRow.Of(side.Cell)).Select(row => FiguresOf(row.Key, [.. row], runtimes))])),
            ]);
    }

    private static IReadOnlyList<ReportCell> FiguresOf(FigureRow row, List<SideAnalysis> sides, List<string> runtimes) =>
    [
        row.Heading,
        .. runtimes
            .Select(name => sides.Where(side => side.Cell.Runtime!.Name == name).ToList())
            .SelectMany(same => same.Count == 0 ? [new("–"), new("–")] : new[] { new CellFigures(same).Time, new CellFigures(same).Bytes }),
    ];

    private static ReportBlock.Table Ratios(RunAnalysis run, IReadOnlyList<ComparisonRow> rows, List<string> runtimes)
    {
        var entries = run.Comparisons.Zip(rows).Where(entry => IsOnOneRuntime(entry.First.Comparison)).ToList();
        return new ReportBlock.Table(
            "Ratio by runtime",
            [new("Comparison", Numeric: false), .. runtimes.Select(name => new ReportColumn(VisibleText.Name(name)))],
            [
                .. entries
                    .GroupBy(entry => Place(entry.First), StringComparer.Ordinal)
                    .Select(group => new ReportGroup(group.Key, [.. group.GroupBy(entry => (entry.Second.Title, FigureRow.Of(entry.First.Comparison.Candidate).Parameters)).Select(pair => RatiosOf([.. pair], runtimes))])),
            ]);
    }

    private static IReadOnlyList<ReportCell> RatiosOf(List<(ComparisonAnalysis Analysis, ComparisonRow Row)> pair, List<string> runtimes) =>
    [
        FigureRow.Of(pair[0].Analysis.Comparison.Candidate).Heading with { Text = pair[0].Row.Title },
        .. runtimes.Select(name => RatioOf([.. pair.Where(entry => entry.Analysis.Comparison.Candidate.Runtime!.Name == name).Select(entry => entry.Row.Ratio with { Mark = entry.Row.Verdict })])),
    ];

    private static bool IsOnOneRuntime(Comparison comparison) => comparison.Candidate.Runtime is not null && !comparison.Differences.Contains(CellPart.Runtime);

    // Several experiments may have the same pair.
    private static ReportCell RatioOf(List<ReportCell> ratios) => ratios.Count == 0 ? new("–") : ratios[0] with { Also = ratios[1..] };

    private static string Place(ComparisonAnalysis analysis) =>
        $"{VisibleText.Name(analysis.Comparison.Candidate.Workload)}, {FigureRow.Surroundings(analysis.Sides.Candidate)}";

    private static Notice[] Skipped(Plan plan) =>
    [
        .. (plan.Skipped ?? [])
            .GroupBy(skipped => skipped.Reason, StringComparer.Ordinal)
            .Select(group => new Notice(
                Mark.Of(WarningSeverity.Warning),
                "Skipped",
                VisibleText.Sentence(group.Key),
                null,
                [.. group.Select(skipped => VisibleText.Sentence(skipped.Id))])),
    ];
}
