using AsyncLoad.Analysis;
using AsyncLoad.Model.Results;

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
        var timed = run.Comparisons.Any(analysis => analysis.P99Ratio is not null);
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

    private static IReadOnlyList<ReportCell> Cells(ComparisonRow row, ComparisonAnalysis analysis, bool timed)
    {
        return
        [
            new(row.Title, row.Conditions),
            ReportCell.Figure(analysis.Split is { } sum ? Figures.Change(sum.GcPart + sum.MutatorPart) : null, Reason("gcPart")),
            ReportCell.Figure(analysis.Split is { } gc ? Figures.Change(gc.GcPart) : null, Reason("gcPart")),
            ReportCell.Figure(analysis.Split is { } rest ? Figures.Change(rest.MutatorPart) : null, Reason("mutatorPart")),
            Ratio(analysis.CpuRatio, Reason("cpuRatio")),
            .. timed ? [Ratio(analysis.P99Ratio, Reason("p99Ratio"))] : Array.Empty<ReportCell>(),
            Ratio(analysis.Totals, Reason("totals")),
            ReportCell.Figure(
                analysis.Spread is { } spread ? Figures.Percent(spread) : null,
                analysis.Pairs.Count < 2 ? "fewer than two pairs" : Reason("spread")),
        ];

        string Reason(string member) => ComparisonRows.Reason(analysis, member);
    }

    private static ReportCell Ratio(RatioInterval? ratio, string reason) =>
        ReportCell.Figure(ratio is null ? null : Figures.Ratio(ratio), reason);
}
