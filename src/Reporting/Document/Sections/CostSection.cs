using AsyncLoad.Analysis;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>Where the difference comes from: pauses or code, and whether other ways of counting agree.</summary>
internal static class CostSection
{
    private static readonly ReportColumn[] Parts = [new("Comparison", Numeric: false), new("Change, summed"), new("GC pauses"), new("The rest")];
    private static readonly ReportColumn[] Pairs = [new("Ratio of totals"), new("Spread of pairs")];

    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        if (rows.Count == 0) return null;
        JudgedRatio[] others = [.. Metric.Ratios.Select(metric => metric.Judged!).Where(judged => IsShown(judged, run))];
        return new ReportSection(
            "costs",
            "Where the difference comes from",
            "GC part and the rest add up to the change of time. CPU time is steadier than wall time on a shared machine; " +
            "the ratio of totals also sees rare collections, which a median over pairs drops.",
            new ReportBlock.Table(
                "Change of time in parts, and the ratio counted in other ways",
                [.. Parts, .. others.Select(judged => new ReportColumn(judged.Title)), .. Pairs],
                new ReportGroup(null, [.. rows.Zip(run.Comparisons, (row, analysis) => Cells(row, analysis, others))])));
    }

    // Wall time heads the report. Most operations are too short to be timed one by one: a column of reasons would say nothing else.
    private static bool IsShown(JudgedRatio judged, RunAnalysis run) =>
        judged.Metric == VerdictMetric.Cpu
        || (judged is { Metric: not VerdictMetric.Wall, IsOfMemory: false } && run.Comparisons.Any(analysis => analysis.Ratios[judged.Metric].Value is not null));

    private static IReadOnlyList<ReportCell> Cells(ComparisonRow row, ComparisonAnalysis analysis, IEnumerable<JudgedRatio> others) =>
    [
        new(row.Title, row.Conditions),
        ComparisonRows.Cell(analysis.Split, split => Figures.Change(split!.GcPart + split.MutatorPart)),
        ComparisonRows.Cell(analysis.Split, split => Figures.Change(split!.GcPart)),
        ComparisonRows.Cell(analysis.Split, split => Figures.Change(split!.MutatorPart)),
        .. others.Select(judged => ComparisonRows.Cell(analysis.Ratios[judged.Metric])),
        ComparisonRows.Cell(analysis.Totals),
        ComparisonRows.Cell(analysis.Pairs.Count < 2 ? analysis.Spread with { Missing = "fewer than two pairs" } : analysis.Spread, spread => Figures.Percent(spread!.Value)),
    ];
}
