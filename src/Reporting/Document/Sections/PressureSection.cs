using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>What each cell's pressurer delivered of what was asked, and what pressurer and workload used.</summary>
internal static class PressureSection
{
    private const string Lead =
        "The pressurer shares its process with the workload and counts what it does itself. A figure that is off by more than 5 % marks the cell, which was then measured " +
        "under a different pressure. Collections are divided by allocated bytes, because workload and pressurer use up one gen0 budget. The processor time of a collection " +
        "counts for the one that triggered it. The workload's bytes here are exact to 8 kB per thread and slice; those of the GC ledger are exact.";

    private static readonly ReportColumn[] Rates =
        [new("Cell", Numeric: false), new("What", Numeric: false), new("State", Numeric: false), new("Asked"), new("Delivered")];

    private static readonly ReportColumn[] Shares =
    [
        new("Cell", Numeric: false), new("Live set"), new("Workload: bytes"), new("Pressurer: bytes"), new("Workload: CPU"), new("Pressurer: CPU"),
        new("Workload: collections"), new("Pressurer: collections"),
    ];

    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        var pressed = rows.Zip(run.Comparisons, Pressed).Where(comparison => comparison.Sides.Count > 0).ToList();
        return pressed.Count == 0 ? null : new ReportSection(
            "pressure",
            "Pressure",
            Lead,
            new ReportBlock.Table("Asked and delivered, while the slice barrier was open", Rates, [.. pressed.Select(one => Group(one, side => side.Rates.Select(rate => Delivered(side, rate))))]),
            new ReportBlock.Table("Workload and pressurer apart, sums over all measured slices", Shares, [.. pressed.Select(one => Group(one, side => [Apart(side)]))]));
    }

    private static PressedComparison Pressed(ComparisonRow row, ComparisonAnalysis analysis)
    {
        var sides = new List<PressedSide>();
        foreach (var side in analysis.Sides.Each())
        {
            if (side.Ledger.Value is not { Pressure: { } pressure } ledger) continue;
            var rates = PressureRate.Of(side.Cell.Pressure, pressure);
            sides.Add(new PressedSide(row.NameOf(side.Side), ledger, pressure, rates));
        }

        return new PressedComparison(row.Full, sides);
    }

    private static ReportGroup Group(PressedComparison comparison, Func<PressedSide, IEnumerable<IReadOnlyList<ReportCell>>> rows) =>
        new(comparison.Title, [.. comparison.Sides.SelectMany(rows)]);

    private static IReadOnlyList<ReportCell> Delivered(PressedSide side, PressureRate rate) =>
    [
        new(side.Name),
        new(rate.Words),
        ReportCell.Judged(rate.IsOff ? new Mark(Tone.Open, "!", "off") : new Mark(Tone.Good, "✓", "kept")),
        new(rate.Text(rate.Asked)),
        new(rate.Text(rate.Achieved)),
    ];

    private static IReadOnlyList<ReportCell> Apart(PressedSide side) =>
    [
        new(side.Name),
        new(side.Pressure.LiveSetBytes > 0 ? Figures.Size(side.Pressure.LiveSetBytes) : "none"),
        new(Figures.Size(side.Ledger.WorkloadBytes)),
        new(Figures.Size(side.Pressure.AllocatedBytes)),
        new(Figures.Time(side.Pressure.WorkloadCpu.Value)),
        new(Figures.Time(side.Pressure.Cpu.Value)),
        new(Figures.Number(side.Ledger.WorkloadCollections)),
        new(Figures.Number(side.Pressure.Collections)),
    ];

    private sealed record PressedComparison(string Title, IReadOnlyList<PressedSide> Sides);

    private sealed record PressedSide(string Name, GcLedger Ledger, PressureLedger Pressure, IReadOnlyList<PressureRate> Rates);
}
