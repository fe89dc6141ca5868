using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Reporting.Sections;

/// <summary>What each arm asked of the garbage collector.</summary>
internal static class LedgerSection
{
    private static readonly ReportColumn[] Columns =
    [
        new("Arm", Numeric: false), new("Time/op"), new("CPU/op"), new("B/op"), new("gen0 /M op"), new("gen1 /M op"), new("gen2 /M op"),
        new("GC /s"), new("Paused"), new("Pause sum"), new("Op/s"),
    ];

    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows) => rows.Count == 0 ? null : new ReportSection(
        "gc-ledger",
        "GC ledger",
        "Sums over all measured slices of all pairs. Bytes are exact, from slices of a fixed number of operations, the driver's own share taken off; " +
        "collections are those of the whole process.",
        new ReportBlock.Table("Garbage collection by arm; M op = a million operations", Columns, [.. rows.Zip(run.Comparisons, Group)]));

    private static ReportGroup Group(ComparisonRow row, ComparisonAnalysis analysis) => new(
        $"{row.Title}, {row.Conditions}",
        [Cells(row.Baseline, Arm.Baseline, analysis), Cells(row.Candidate, Arm.Candidate, analysis)]);

    private static IReadOnlyList<ReportCell> Cells(string name, Arm arm, ComparisonAnalysis analysis)
    {
        var ledger = arm == Arm.Baseline ? analysis.Arms.Baseline : analysis.Arms.Candidate;
        return ledger is null ? Absent(name, Reasons.ForArm(analysis, "metrics", arm)) : Present(name, ledger, Reasons.For(analysis, arm, "bytesPerOperation"));
    }

    private static IReadOnlyList<ReportCell> Absent(string name, string reason) =>
        [new(name, VisibleText.Sentence(reason)), .. Columns.Skip(1).Select(_ => new ReportCell(Figures.NotAvailable))];

    private static IReadOnlyList<ReportCell> Present(string name, GcLedger ledger, string reason) =>
    [
        new(name, Pressure(ledger.Pressure)),
        new(Figures.Time(ledger.NsPerOperation)),
        new(Figures.Time(ledger.CpuNsPerOperation)),
        ReportCell.Figure(ledger.BytesPerOperation is { } bytes ? Figures.BytesPerOperation(bytes) : null, VisibleText.Sentence(reason)),
        new(Figures.Number(ledger.PerMillionOperations(ledger.Gen0))),
        new(Figures.Number(ledger.PerMillionOperations(ledger.Gen1))),
        new(Figures.Number(ledger.PerMillionOperations(ledger.Gen2))),
        new(Figures.Number(ledger.PerSecond(ledger.Collections))),
        new(Figures.Percent(ledger.PauseShare)),
        new(Figures.Time(ledger.Pause.Value)),
        new(Figures.Rate(ledger.OperationsPerSecond)),
    ];

    private static string? Pressure(PressureLedger? pressure) => pressure is null
        ? null
        : $"{Figures.Size(pressure.LiveSetBytes)} live, {Figures.Number(pressure.WritesPerMs)} of {Figures.Number(pressure.AskedWritesPerMs)} writes/ms";
}
