using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>What each side asked of the garbage collector.</summary>
internal static class LedgerSection
{
    private const string Lead =
        "Sums over all measured slices of all pairs. Bytes are exact: they come from slices with a fixed number of operations, and the load's own bytes are subtracted. " +
        "Collections are those of the whole process.";

    private const string PoolLead =
        " Pool hits are the share of boxes that suspended operations found in a pool, counted in the traced run, with 95 % intervals.";

    private static readonly ReportColumn[] Costs = [new("Side", Numeric: false), new("Time/op"), new("CPU/op"), new("B/op")];
    private static readonly ReportColumn[] Pools = [new("Pool hits")];
    private static readonly ReportColumn[] Collections =
        [new("gen0 /M op"), new("gen1 /M op"), new("gen2 /M op"), new("GC /s"), new("Paused"), new("Pause sum"), new("Op/s")];

    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        if (rows.Count == 0) return null;
        var pooled = run.Comparisons.Any(analysis => analysis.Sides.Each().Any(side => side.Pool.Value is not null));
        IReadOnlyList<ReportColumn> columns = [.. Costs, .. pooled ? Pools : [], .. Collections];
        return new ReportSection("gc-ledger", "GC ledger", Lead + (pooled ? PoolLead : ""), new ReportBlock.Table(
            "Garbage collection by side; M op = a million operations",
            columns,
            [.. rows.Zip(run.Comparisons, Group)]));

        ReportGroup Group(ComparisonRow row, ComparisonAnalysis analysis) => new(
            row.Full,
            [Cells(row.Baseline, analysis.Sides.Baseline), Cells(row.Candidate, analysis.Sides.Candidate)]);

        IReadOnlyList<ReportCell> Cells(string name, SideAnalysis side) => side.Ledger.Value is not { } ledger
            ? [new(name, VisibleText.Sentence(side.Ledger.Why)), .. columns.Skip(1).Select(_ => new ReportCell(Figures.NotAvailable))]
            : [.. Cost(name, side.Cell, ledger), ByteCells.Of(side), .. pooled ? [PoolCells.Of(side)] : Array.Empty<ReportCell>(), .. Collected(ledger)];
    }

    private static IReadOnlyList<ReportCell> Cost(string name, Cell cell, GcLedger ledger)
    {
        var pressure = ledger.Pressure is { } pressed ? Pressure(pressed, PressureRate.Of(cell.Pressure, pressed)) : null;
        return [new(name, pressure), new(Figures.Time(ledger.NsPerOperation), ConditionWords.RunsAtOnce(cell.Load) ? ConditionWords.SharedTime : null), new(Figures.Time(ledger.CpuNsPerOperation))];
    }

    private static IReadOnlyList<ReportCell> Collected(GcLedger ledger) =>
    [
        new(Figures.Number(ledger.PerMillionOperations(ledger.Gen0))),
        new(Figures.Number(ledger.PerMillionOperations(ledger.Gen1))),
        new(Figures.Number(ledger.PerMillionOperations(ledger.Gen2))),
        new(Figures.Number(ledger.PerSecond(ledger.Collections))),
        new(Figures.Percent(ledger.PauseShare)),
        new(Figures.Time(ledger.Pause.Value)),
        new(Figures.Rate(ledger.OperationsPerSecond)),
    ];

    // Sizes and rates; the shares are in the section on pressure.
    private static string Pressure(PressureLedger pressure, IReadOnlyList<PressureRate> rates)
    {
        var parts = new List<string>();
        if (pressure.LiveSetBytes > 0) parts.Add($"{Figures.Size(pressure.LiveSetBytes)} live");
        foreach (var rate in rates)
        {
            if (rate.Member == "oldToYoungWritesPerMs") parts.Add($"{Figures.Number(rate.Achieved)} of {Figures.Number(rate.Asked)} writes/ms");
            if (rate.Member == "allocatePerSecond") parts.Add($"{Figures.Size(rate.Achieved)}/s of {Figures.Size(rate.Asked)}/s in the background");
        }

        return string.Join(", ", parts);
    }
}
