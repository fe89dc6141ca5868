using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis.Findings;

/// <summary>An arm whose process allocates collected so rarely that its GC cost is a coin toss: no GC part is given.</summary>
internal static class FewCollections
{
    public const string Id = "few-collections";

    /// <summary>Collections of any generation that the slices of one pair's arm must hold.</summary>
    public const int Enough = 10;

    public static IEnumerable<Finding> Find(JudgedComparison comparison)
    {
        // Figures alone have no GC part that could be withheld.
        if (!comparison.Measure.Verdicts) yield break;
        foreach (var arm in comparison.EachArm)
        {
            if (!Allocates(arm)) continue;
            var collections = arm.Measurements.Select(Collections).ToList();
            var poor = collections.Count(count => count < Enough);
            if (poor == 0) continue;
            yield return new Finding(
                Id,
                FindingSeverity.Warning,
                FormattableString.Invariant($"{arm.Cell.Variant}: fewer than {Enough} collections in the slices of {poor} of {collections.Count} pairs, {collections.Min()} at least; the share of GC in the ratio is not given."),
                "Measure longer (measure.slices, measure.slice) or give gcSettings a smaller gen0Size, so that every pair holds ten collections.");
        }
    }

    // The pressurer counts: its collections stop the workload just the same. Without count slices the slices' own counter must do, which is
    // coarse but not by a byte an operation.
    private static bool Allocates(JudgedArm arm) =>
        arm.Ledger is { } ledger
        && (ledger.Pressure?.AllocatedBytes > 0
            || (arm.Bytes.Highest ?? ledger.AllocatedBytes / (double)ledger.Operations) > CountedBytes.Tolerance);

    private static int Collections(ArmMeasurement measurement) => measurement.Slices.Sum(slice => slice.Gc.Collections);
}
