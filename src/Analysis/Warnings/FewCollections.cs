using AsyncLoad.Analysis.Metrics;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>A side whose process allocates collected so rarely that its GC cost is a coin toss: no GC part is given.</summary>
internal static class FewCollections
{
    public const string Id = "few-collections";

    /// <summary>Collections of any generation that the slices of one pair's side must hold.</summary>
    public const int Enough = 10;

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        // Figures alone have no GC part that could be withheld.
        if (!comparison.Measure.Verdicts) yield break;
        foreach (var side in comparison.Sides.Each())
        {
            if (side.Ledger.Value is not { } ledger || !In(ledger, side.Bytes)) continue;
            var poor = side.Measurements.Count(measurement => measurement.Slices.Sum(slice => slice.Gc.Collections) < Enough);
            yield return new Warning(
                Id,
                WarningSeverity.Warning,
                FormattableString.Invariant($"{side.Cell.Variant}: fewer than {Enough} collections in the slices of {poor} of {side.Measurements.Count} pairs, {ledger.FewestCollections} at least; the share of GC in the ratio is not given."),
                "Measure longer (measure.slices, measure.slice) or give gcSettings a smaller gen0Size, so that every pair holds ten collections.");
        }
    }

    /// <summary>Whether a pair of a side that allocates holds too few collections to tell what they cost, judged or not.</summary>
    /// <param name="ledger">Sums of the side.</param>
    /// <param name="bytes">Its bytes an operation.</param>
    public static bool In(GcLedger ledger, CountedBytes bytes) => ledger.FewestCollections < Enough && Allocates(ledger, bytes);

    // The pressurer counts: its collections stop the workload just the same. Without count slices the slices' own counter must do, which is
    // coarse but not by a byte an operation.
    private static bool Allocates(GcLedger ledger, CountedBytes bytes) =>
        ledger.Pressure?.AllocatedBytes > 0 || (bytes.Highest ?? ledger.AllocatedBytes / (double)ledger.Operations) > CountedBytes.Tolerance;
}
