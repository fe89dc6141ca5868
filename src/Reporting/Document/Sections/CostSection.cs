using AsyncLoad.Analysis;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>Where the difference comes from: pauses or code, and whether other ways of counting agree.</summary>
internal static class CostSection
{
    private static readonly ReportColumn[] Parts = [new("Comparison", Numeric: false), new("Change, summed"), new("GC pauses"), new("The rest"), new("CPU ratio")];
    private static readonly ReportColumn[] Tail = [new("p99 ratio")];
    private static readonly ReportColumn[] Pairs = [new("Ratio of totals"), new("Spread of pairs")];

    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        if (rows.Count == 0) return null;
        // Most operations are too short to be timed one by one: a column of reasons would say nothing else.
        var timed = run.Comparisons.Any(analysis => analysis.Ratios[VerdictMetric.P99].Value is not null);
        return new ReportSection(
            "costs",
            "Where the difference comes from",
            "GC part and the rest add up to the change of time. CPU time is steadier than wall time on a shared machine; " +
            "the ratio of totals also sees rare collections, which a median over pairs drops.",
            new ReportBlock.Table(
                "Change of time in parts, and the ratio counted in other ways",
                [.. Parts, .. timed ? Tail : [], .. Pairs],
                new ReportGroup(null, [.. rows.Zip(run.Comparisons, (row, analysis) => Cells(row, analysis, timed))])));
    }

    private static IReadOnlyList<ReportCell> Cells(ComparisonRow row, ComparisonAnalysis analysis, bool timed) =>
    [
        new(row.Title, row.Conditions),
        ComparisonRows.Cell(analysis.Split, split => Figures.Change(split!.GcPart + split.MutatorPart)),
        ComparisonRows.Cell(analysis.Split, split => Figures.Change(split!.GcPart)),
        ComparisonRows.Cell(analysis.Split, split => Figures.Change(split!.MutatorPart)),
        ComparisonRows.Cell(analysis.Ratios[VerdictMetric.Cpu]),
        .. timed ? [ComparisonRows.Cell(analysis.Ratios[VerdictMetric.P99])] : Array.Empty<ReportCell>(),
        ComparisonRows.Cell(analysis.Totals),
        ComparisonRows.Cell(analysis.Pairs.Count < 2 ? analysis.Spread with { Missing = "fewer than two pairs" } : analysis.Spread, spread => Figures.Percent(spread!.Value)),
    ];
}
