using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>What the profile demanded, and how it went: what did not pass comes first.</summary>
internal static class GateSection
{
    public static ReportSection? Build(IReadOnlyList<GateRow> gates) => gates.Count == 0 ? null : new ReportSection(
        "gates",
        "Gates",
        null,
        new ReportBlock.Table(
            "Conditions of the build",
            [new("Condition", Numeric: false), new("Result", Numeric: false), new("Found"), new("Why", Numeric: false), new("If undecided", Numeric: false)],
            new ReportGroup(null, [.. gates.OrderBy(gate => gate.State == GateState.Passed).Select(Cells)])))
    {
        StaysOpen = true,
    };

    private static IReadOnlyList<ReportCell> Cells(GateRow gate) =>
        [new(gate.Condition, gate.Comparison), ReportCell.Judged(gate.Mark), new(gate.Value), new(gate.Reason), new(gate.Undecided)];
}
