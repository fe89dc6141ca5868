using AsyncLoad.Analysis;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>Why a comparison came out as it did: pauses or code, bytes by type before and after, and whether other ways of counting agree.</summary>
internal static class CostSection
{
    private const int Spoken = 12;

    private static readonly ReportColumn[] Parts = [new("Comparison", Numeric: false), new("Change, summed"), new("GC pauses"), new("The rest")];
    private static readonly ReportColumn[] Pairs = [new("Ratio of totals"), new("Spread of pairs")];

    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        if (rows.Count == 0) return null;
        JudgedRatio[] others = [.. Metric.Ratios.Select(metric => metric.Judged!).Where(judged => IsShown(judged, run))];
        var table = new ReportBlock.Table(
            "Change of time in parts, and the ratio counted in other ways",
            [.. Parts, .. others.Select(judged => new ReportColumn(judged.Metric == VerdictMetric.Wall ? "Wall ratio" : judged.Title)), .. Pairs],
            new ReportGroup(null, [.. rows.Zip(run.Comparisons, (row, analysis) => Cells(row, analysis, others))]));
        return new ReportSection(
            "costs",
            "Why",
            "The change of time per operation has two parts: pauses of the garbage collector, and the rest. Both are shares of the baseline's time. " +
            "CPU time is steadier than wall time on a shared machine. The ratio of totals also counts rare collections, which a median over pairs drops.",
            [
                run.Comparisons.Any(analysis => PartsOf(analysis) is not null) ? new ReportBlock.Costs(Bars(run, rows), table) : table,
                .. TypeChanges.Table(run, rows) is { } types ? [types] : Array.Empty<ReportBlock>(),
            ]);
    }

    private static CostBarData Bars(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        var bars = rows.Zip(run.Comparisons, Bar).ToList();
        return new CostBarData(
            "Change of time per operation: collector and rest",
            $"A bar for each comparison. {Folded.Told(bars, Spoken, bar => $"{bar.Label}, {bar.Conditions}: {bar.Total} ({bar.Told}).")}",
            bars);
    }

    private static CostBar Bar(ComparisonRow row, ComparisonAnalysis analysis) => PartsOf(analysis) is { } parts
        ? new CostBar(row.Title, row.Told, parts, Figures.Change(parts.Total), $"{Figures.Change(parts.Collector)} GC, {Figures.Change(parts.Rest)} rest")
        : new CostBar(row.Title, row.Told, null, Figures.NotAvailable, VisibleText.Sentence(analysis.Split.Why));

    private static CostParts? PartsOf(ComparisonAnalysis analysis) =>
        analysis.Split.Value is { } split && double.IsFinite(split.GcPart) && double.IsFinite(split.MutatorPart) ? new CostParts(split.GcPart, split.MutatorPart) : null;

    // The ratio that verdicts are on heads the report. Most operations are too short to be timed one by one: a column of reasons would say nothing else.
    private static bool IsShown(JudgedRatio judged, RunAnalysis run) => judged.Metric != run.Manifest.Plan.Measure.Metric && judged switch
    {
        { Metric: VerdictMetric.Cpu or VerdictMetric.Wall } => true,
        { IsOfMemory: true } => false,
        _ => run.Comparisons.Any(analysis => analysis.Ratios[judged.Metric].Value is not null),
    };

    private static IReadOnlyList<ReportCell> Cells(ComparisonRow row, ComparisonAnalysis analysis, IEnumerable<JudgedRatio> others) =>
    [
        row.Heading,
        ComparisonRows.Cell(analysis.Split, split => Figures.Change(split!.GcPart + split.MutatorPart)),
        ComparisonRows.Cell(analysis.Split, split => Figures.Change(split!.GcPart)),
        ComparisonRows.Cell(analysis.Split, split => Figures.Change(split!.MutatorPart)),
        .. others.Select(judged => ComparisonRows.Cell(analysis.Ratios[judged.Metric])),
        ComparisonRows.Cell(analysis.Totals),
        ComparisonRows.Cell(analysis.Pairs.Count < 2 ? analysis.Spread with { Missing = "fewer than two pairs" } : analysis.Spread, spread => Figures.Percent(spread!.Value)),
    ];
}
