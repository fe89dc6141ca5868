using AsyncLoad.Analysis;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>What was measured where nothing is judged and nothing published stands beside it: one table per workload.</summary>
internal static class FigureSection
{
    public static ReportSection? Build(RunAnalysis run, RunNames names)
    {
        var tables = run.Comparisons
            .Select(analysis => analysis.Comparison.Candidate.Workload)
            .Distinct(StringComparer.Ordinal)
            .Select(workload => (Name: workload, Grid: new FigureGrid(run, workload, side => !PublishedSection.Shows(run, side))))
            .Where(workload => workload.Grid.Rows.Count > 0)
            .Select(workload => Table(workload.Name, names.Workload(workload.Name)?.Summary, workload.Grid))
            .ToList();
        return tables.Count == 0 ? null : new ReportSection(
            "figures",
            "Figures",
            "Sums over all pairs, for each row under each condition. Time is the time of all workers ÷ their operations.",
            [.. tables]);
    }

    private static ReportBlock.Table Table(string workload, string? summary, FigureGrid grid) => new(
        summary is null ? VisibleText.Name(workload) : $"{VisibleText.Name(workload)}: {VisibleText.Sentence(summary)}",
        [new("Row", Numeric: false), .. grid.Columns],
        new ReportGroup(null, [.. grid.Rows.Select(row => (IReadOnlyList<ReportCell>)[row.Heading, .. grid.Cells(row)])]));
}
