using AsyncLoad.Analysis;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>What the measuring itself costs.</summary>
internal static class LoadOverheadSection
{
    public static ReportSection? Build(RunAnalysis run) => run.LoadOverhead.Count == 0 ? null : new ReportSection(
        "load-overhead",
        "Load overhead",
        "The cost of each load, measured with operations that do nothing. Its time is stated, never subtracted; its bytes are subtracted from bytes per operation. " +
        "Under loads with arrivals, time runs from due to done, and the pacer's thread has its own column.",
        new ReportBlock.Table(
            "Load overhead with a no-op",
            [new("Load", Numeric: false), new("No-op", Numeric: false), new("Time/op"), new("CPU/op"), new("Pacer CPU"), new("B/op"), new("B per load call"), new("Operations per count")],
            new ReportGroup(null, [.. run.LoadOverhead.Select(Cells)])));

    private static string? Setting(LoadOverheadAnalysis cost) =>
        string.Join(", ", RunNames.Settings(cost.GcSettings, cost.Runtime).Select(VisibleText.Name)) is { Length: > 0 } setting ? setting : null;

    private static IReadOnlyList<ReportCell> Cells(LoadOverheadAnalysis cost) =>
    [
        new(VisibleText.Name(cost.Load), Setting(cost)),
        new(VisibleText.Name(cost.Variant)),
        ReportCell.Figure(cost.NsPerOperation is { } time ? Figures.Time(time) : null, "not measured"),
        ReportCell.Figure(cost.CpuNsPerOperation is { } cpu ? Figures.Time(cpu) : null, "not measured"),
        new(cost.PacerNsPerArrival is { } pacer ? Figures.Time(pacer) : "–"),
        ReportCell.Figure(cost.BytesPerOperation is { } bytes ? Figures.BytesPerOperation(bytes) : null, "not counted"),
        ReportCell.Figure(cost.BytesPerCall is { } call ? Figures.Count(call) : null, "not counted"),
        ReportCell.Figure(cost.CountOperations is { } operations ? Figures.Count(operations) : null, "not counted"),
    ];
}
