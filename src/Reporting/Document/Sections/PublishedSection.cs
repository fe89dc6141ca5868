using AsyncLoad.Analysis;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Reporting.Sections;

/// <summary>What the source of a workload published beside what was measured here.</summary>
internal static class PublishedSection
{
    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows, RunNames names)
    {
        var groups = rows.Zip(run.Comparisons, (row, analysis) => (Row: row, Analysis: analysis, Workload: names.Workload(analysis.Comparison.Candidate.Workload)))
            .Where(entry => entry.Workload is not null)
            .Select(entry => (entry.Row, entry.Analysis, Workload: entry.Workload!, Figures: Find(entry.Workload!, entry.Analysis.Comparison)))
            .Where(entry => entry.Figures is not (null, null))
            .GroupBy(entry => entry.Workload.Id, StringComparer.Ordinal)
            .Select(group => new ReportGroup(
                VisibleText.Sentence(group.First().Workload.Source ?? group.Key),
                [.. group.Select(entry => Cells(entry.Row, entry.Analysis, entry.Figures))]))
            .ToList();
        return groups.Count == 0 ? null : new ReportSection(
            "published",
            "Published beside measured",
            "Published figures come from another machine and usually another runtime: compare ratios and bytes, not nanoseconds.",
            new ReportBlock.Table(
                "Published and measured figures, baseline → candidate",
                [
                    new("Comparison", Numeric: false), new("Published time"), new("Measured time"), new("Published ratio"), new("Measured ratio"),
                    new("Published allocation"), new("Measured allocation"),
                ],
                groups));
    }

    private static (PublishedFigure? Baseline, PublishedFigure? Candidate) Find(WorkloadDescription workload, Comparison comparison) =>
        (Find(workload, comparison.Baseline), Find(workload, comparison.Candidate));

    private static PublishedFigure? Find(WorkloadDescription workload, Cell cell) => workload.Published.FirstOrDefault(figure =>
        figure.Variant == cell.Variant && figure.Parameters.Count == cell.Parameters.Count
        && figure.Parameters.All(parameter => cell.Parameters.TryGetValue(parameter.Key, out var value) && value == parameter.Value));

    private static IReadOnlyList<ReportCell> Cells(
        ComparisonRow row,
        ComparisonAnalysis analysis,
        (PublishedFigure? Baseline, PublishedFigure? Candidate) published)
    {
        var (before, after) = (published.Baseline?.NanosecondsPerOperation, published.Candidate?.NanosecondsPerOperation);
        return
        [
            new(row.Title, row.Conditions),
            new(Figures.TimeChange(before, after)),
            row.Time,
            ReportCell.Figure(before is > 0 && after is { } time ? Figures.Ratio(time / before.Value) : null, "not published for both"),
            ReportCell.Figure(analysis.Ratio is { } ratio ? Figures.Ratio(ratio.Estimate) : null, ComparisonRows.Reason(analysis, "ratio")),
            new(Figures.BytesChange(published.Baseline?.BytesPerOperation, published.Candidate?.BytesPerOperation)),
            row.Bytes,
        ];
    }
}
