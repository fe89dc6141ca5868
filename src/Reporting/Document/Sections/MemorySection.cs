using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>Memory that the processes of both sides held.</summary>
internal static class MemorySection
{
    private const string Lead =
        "Peak is the largest working set of the measured process over the measured slices: its heap with the garbage that no collection has taken yet, its code and its threads. " +
        "Retained is the managed heap after a full collection when all operations have ended, nothing torn down; a live set of the pressure is in it. " +
        "Per operation is what retained memory grew by since the set-up, divided by all operations: a leak shows there. Medians over pairs, with the least and the most of a pair.";

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
        new(name, memory.IsSampled ? "looked at between slices" : null),
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
