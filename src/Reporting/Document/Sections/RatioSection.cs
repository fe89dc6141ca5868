using AsyncLoad.Analysis;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>The verdicts with their ratios: the forest plot and its table.</summary>
internal static class RatioSection
{
    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        if (rows.Count == 0) return null;
        var (margin, metric) = (run.Manifest.Plan.Measure.Margin, run.Manifest.Plan.Measure.Metric);
        var cost = JudgedWords.Cost(metric);
        var band = $"±{Figures.Setting(margin)}";
        var data = new ForestData(
            $"{JudgedWords.Capital(cost)} of the candidate ÷ {cost} of the baseline",
            Description(run, rows, band),
            1 / (1 + margin),
            1 + margin,
            $"{band}: counts as equivalent",
            [.. rows.Zip(run.Comparisons, (row, analysis) => Row(row, analysis, PairWords.Of(analysis, margin)))])
        {
            Ends = JudgedWords.Ends(metric),
        };
        return new ReportSection(
            "ratios",
            "Ratios",
            $"Left of 1 {JudgedWords.Below(metric)}. Each mark is the estimate over pairs of processes, each line its interval, each dot below it one pair. " +
            "An interval holds for this run on this machine: another processor or another day may give another ratio." +
            (run.Comparisons.Any(analysis => SticksOut(analysis, data)) ? " A verdict of equivalent rests on a narrower, inner interval, so its line may reach beyond the band." : ""),
            [data.Rows.Any(row => row.Interval is not null) ? new ReportBlock.Forest(data, Values(run, rows)) : Values(run, rows), .. Disturbed(rows)]);
    }

    // In a column of figures these sentences would be a dozen lines high.
    private static IEnumerable<ReportBlock> Disturbed(IReadOnlyList<ComparisonRow> rows)
    {
        Fact[] told = [.. rows.Where(row => row.Disturbed is not null).Select(row => new Fact(row.Full, row.Disturbed!))];
        if (told.Length > 0) yield return new ReportBlock.Details($"What other processes did to {Figures.Plural(told.Length, "comparison")}", [new ReportBlock.Facts(told)]);
    }

    private static string? Disturbed(ComparisonAnalysis analysis) => analysis.Disturbance is { Pairs: > 0 and var pairs } ? $"{Figures.Count(pairs)} of {Figures.Plural(analysis.Pairs.Count, "pair")} disturbed" : null;

    private static bool SticksOut(ComparisonAnalysis analysis, ForestData data) =>
        analysis.Verdict.Value == Verdict.Equivalent && analysis.Ratio.Value is { } ratio && (ratio.Low < data.MarginLow || ratio.High > data.MarginHigh);

    private static ForestRow Row(ComparisonRow row, ComparisonAnalysis analysis, PairWords pairs) =>
        new(row.Title, row.Told, row.Ratio.Text, row.Verdict, PlotInterval.Of(analysis.Ratio.Value)) { Pairs = pairs.Marks };

    private static string Description(RunAnalysis run, IReadOnlyList<ComparisonRow> rows, string band)
    {
        const int Spoken = 12;
        var told = Folded.Told([.. rows.Zip(run.Comparisons)], Spoken, entry =>
            $"{entry.First.Title}, {entry.First.Told}: {entry.First.Ratio.Text}, {entry.First.Verdict.Word}{(PairWords.Of(entry.Second, run.Manifest.Plan.Measure.Margin).Odd is { } odd ? $"; {odd}" : "")}.");
        return $"Intervals of {Figures.Plural(rows.Count, "ratio")} on a logarithmic axis with a line at 1 and a band of {band}, with a dot for each pair. {told}";
    }

    private static ReportBlock.Table Values(RunAnalysis run, IReadOnlyList<ComparisonRow> rows) => new(
        $"Ratio of {(run.Manifest.Plan.Measure.Metric is var metric and not VerdictMetric.Wall ? JudgedWords.Cost(metric) : "time per operation")}, with both sides' figures",
        [new("Comparison", Numeric: false), new("Verdict", Numeric: false), new("Ratio [interval]"), new("Width"), new("Confidence"), new("Pairs"), new("Time"), new("Allocation")],
        new ReportGroup(null, [.. rows.Zip(run.Comparisons, (row, analysis) => Cells(row, analysis, PairWords.Of(analysis, run.Manifest.Plan.Measure.Margin).Odd))]))
    {
        IsSortable = rows.Count > 1,
        IsStacked = true,
    };

    // Times sort by the candidate's, allocation by its difference.
    private static IReadOnlyList<ReportCell> Cells(ComparisonRow row, ComparisonAnalysis analysis, string? odd) =>
    [
        row.Heading,
        ReportCell.Judged(row.Verdict, ComparisonRows.Why(analysis.Verdict)) with { SortKey = Rank(analysis.Verdict.Value) },
        row.Ratio with { SortKey = analysis.Ratio.Value?.Estimate },
        row.Width with { Note = row.Width.Note ?? Disturbed(analysis), SortKey = analysis.HalfWidth.Value },
        new(analysis.Ratio.Value is { } ratio ? Figures.Coverage(ratio.Confidence) : Figures.NotAvailable) { SortKey = analysis.Ratio.Value?.Confidence },
        new(row.Pairs, odd) { SortKey = analysis.Ratio.Value?.Pairs ?? analysis.Pairs.Count },
        row.Time with { SortKey = analysis.Sides.Candidate.Ledger.Value?.NsPerOperation },
        row.Bytes with { SortKey = analysis.BytesDifference.Value },
    ];

    // In the order of the counts at the top of the page; what was not measured is last.
    private static double Rank(Verdict? verdict) => verdict is { } known ? (double)known : Enum.GetValues<Verdict>().Length;
}
