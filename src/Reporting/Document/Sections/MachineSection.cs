using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Diffs;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>Comparisons that several machines have measured, side by side. Times of two machines are never pooled into one sample.</summary>
internal static class MachineSection
{
    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        var several = run.Comparisons.Zip(rows)
            .Where(entry => entry.First.Comparison.Machine is not null)
            .GroupBy(entry => BaseId(entry.First.Comparison), StringComparer.Ordinal)
            .Where(group => group.Count() > 1)
            .ToList();
        return several.Count == 0 ? null : new ReportSection(
            "machines",
            "Machine by machine",
            "The same comparison on several machines. Ratios may differ, as caches and clocks do. Bytes must agree.",
            new ReportBlock.Table(
                "Ratios and bytes by machine",
                [new("Machine", Numeric: false), new("Verdict", Numeric: false), new("Ratio"), new("Allocated"), new("Bytes agree", Numeric: false)],
                [.. several.Select(group => Group(group.Key, [.. group]))]));
    }

    private static ReportGroup Group(string id, IReadOnlyList<(ComparisonAnalysis Analysis, ComparisonRow Row)> machines)
    {
        var estimates = machines.Select(machine => machine.Analysis.Ratio.Value?.Estimate).OfType<double>().ToList();
        var spread = estimates.Count > 1 ? $"; estimates {Figures.Ratio(estimates.Min())} to {Figures.Ratio(estimates.Max())}" : "";
        return new ReportGroup(
            VisibleText.Sentence(id) + spread,
            [.. machines.Select(machine => (IReadOnlyList<ReportCell>)
            [
                new(VisibleText.Name(machine.Analysis.Comparison.Machine!)),
                ReportCell.Judged(machine.Row.Verdict),
                machine.Row.Ratio,
                machine.Row.Bytes,
                ReportCell.Judged(Mark.Check(Agrees(machines[0].Analysis, machine.Analysis))),
            ])]);
    }

    // A missing count contradicts nothing.
    private static bool Agrees(ComparisonAnalysis first, ComparisonAnalysis other) =>
        first.Sides.Each().All(side => BytesDiffer.Of(side.Bytes, other.Sides.Of(side.Side).Bytes) is not { State: BytesChange.Changed });

    private static string BaseId(Comparison comparison) =>
        comparison.Id.EndsWith("@" + comparison.Machine, StringComparison.Ordinal) ? comparison.Id[..^(comparison.Machine!.Length + 1)] : comparison.Id;
}
