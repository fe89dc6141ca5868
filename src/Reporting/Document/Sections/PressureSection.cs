using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Reporting.Sections;

/// <summary>What each cell's pressurer delivered of what was asked, and who of the two used what.</summary>
internal static class PressureSection
{
    private const string Lead =
        "The pressurer shares its process with the workload and is counted apart, by its own exact count. A figure that is off by more than 5 % marks the cell: " +
        "it met another pressure than was asked. Collections belong to the process; they are apportioned by allocated bytes, since whoever allocates a byte uses up " +
        "a byte of the one gen0 budget. The workload's bytes are what the process counts beyond the pressurer's, exact to 8 KB a thread and slice; " +
        "its exact bytes an operation are in the GC ledger. A collection's processor time is that of whoever triggered it.";

    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        var arms = rows.Zip(run.Comparisons, Arms).SelectMany(pair => pair).ToList();
        return arms.Count == 0 ? null : new ReportSection(
            "pressure",
            "Pressure",
            Lead,
            new ReportBlock.Table(
                "Asked and delivered, over open gates",
                [new("Cell", Numeric: false), new("What", Numeric: false), new("State", Numeric: false), new("Asked"), new("Delivered")],
                [.. arms.Where(arm => arm.Rates.Count > 0).Select(arm => new ReportGroup($"{arm.Name}, {arm.Conditions}", [.. arm.Rates.Select(rate => Delivered(arm, rate))]))]),
            new ReportBlock.Table(
                "Workload and pressurer apart, sums over all measured slices",
                [
                    new("Cell", Numeric: false), new("Live set"), new("Workload: bytes"), new("Pressurer: bytes"), new("Workload: CPU"), new("Pressurer: CPU"),
                    new("Workload: collections"), new("Pressurer: collections"),
                ],
                new ReportGroup(null, [.. arms.Select(Apart)])));
    }

    private static IEnumerable<PressedArm> Arms(ComparisonRow row, ComparisonAnalysis analysis)
    {
        foreach (var arm in ArmPairs.Both)
        {
            if (analysis.Arms.Of(arm) is not { Pressure: { } pressure } ledger) continue;
            var rates = PressureRate.Of(analysis.Comparison.CellOf(arm).Pressure, pressure);
            yield return new PressedArm(arm == Arm.Baseline ? row.Baseline : row.Candidate, row.Conditions, ledger, pressure, rates);
        }
    }

    private static IReadOnlyList<ReportCell> Delivered(PressedArm arm, PressureRate rate) =>
    [
        new(arm.Name),
        new(rate.Words),
        ReportCell.Judged(rate.IsOff ? new Mark(Tone.Open, "!", "off") : new Mark(Tone.Good, "✓", "kept")),
        new(rate.Text(rate.Asked)),
        new(rate.Text(rate.Achieved)),
    ];

    private static IReadOnlyList<ReportCell> Apart(PressedArm arm) =>
    [
        new(arm.Name, arm.Conditions),
        new(arm.Pressure.LiveSetBytes > 0 ? Figures.Size(arm.Pressure.LiveSetBytes) : "none"),
        new(Figures.Size(arm.Ledger.WorkloadBytes)),
        new(Figures.Size(arm.Pressure.AllocatedBytes)),
        new(Figures.Time(arm.Pressure.WorkloadCpu.Value)),
        new(Figures.Time(arm.Pressure.Cpu.Value)),
        new(Figures.Number(arm.Ledger.WorkloadCollections)),
        new(Figures.Number(arm.Pressure.Collections)),
    ];

    private sealed record PressedArm(string Name, string Conditions, GcLedger Ledger, PressureLedger Pressure, IReadOnlyList<PressureRate> Rates);
}
