using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>Memory that the processes of both sides held.</summary>
internal static class MemorySection
{
    private const string Lead =
        "Peak is the largest working set of the measured process during the measured slices: heap, uncollected garbage, code and threads. " +
        "Retained is the managed heap after a full collection, when all operations have ended and nothing is torn down yet. It includes the live set of the pressure. " +
        "Retained per op is the growth of retained memory since set-up, divided by all operations: a leak shows there. Figures are medians over pairs, with the range below.";

    private static readonly ReportColumn[] Columns =
        [new("Side", Numeric: false), new("Peak"), new("Peak ratio"), new("Retained"), new("Retained ratio"), new("Retained per op")];

    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows) =>
        run.Comparisons.SelectMany(analysis => analysis.Sides.Each()).All(side => side.Memory is { Peak.Value: null, Retained.Value: null })
            ? null
            : new ReportSection("memory", "Memory", Lead, new ReportBlock.Table("Memory by side; ratios are candidate ÷ baseline", Columns, [.. rows.Zip(run.Comparisons, Group)]));

    private static ReportGroup Group(ComparisonRow row, ComparisonAnalysis analysis) => new(
        row.Full,
        [
            Cells(row.Baseline, analysis.Sides.Baseline.Memory, new ReportCell(""), new ReportCell("")),
            Cells(row.Candidate, analysis.Sides.Candidate.Memory, ComparisonRows.Cell(analysis.Ratios[VerdictMetric.Peak]), ComparisonRows.Cell(analysis.Ratios[VerdictMetric.Retained])),
        ]);

    private static IReadOnlyList<ReportCell> Cells(string name, SideMemory memory, ReportCell peakRatio, ReportCell retainedRatio) =>
    [
        new(name, memory.IsSampled ? "sampled between slices" : null),
        Cell(memory.Peak, Figures.Size),
        peakRatio,
        Cell(memory.Retained, Figures.Size),
        retainedRatio,
        Cell(memory.PerOperation, bytes => $"{Figures.BytesPerOperation(bytes)} B"),
    ];

    private static ReportCell Cell(Figure<PairRange?> figure, Func<double, string> words) => figure.Value is not { } range
        ? new(Figures.NotAvailable, VisibleText.Sentence(figure.Why))
        : new(words(range.Median), words(range.Lowest) == words(range.Highest) ? null : $"{words(range.Lowest)} to {words(range.Highest)}");
}
