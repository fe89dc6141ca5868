using AsyncLoad.Analysis.Rules;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>A side whose process allocates collected so rarely that its GC cost is a coin toss: no GC part is given.</summary>
internal static class FewCollections
{
    public const string Id = "few-collections";

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        // Figures alone have no GC part that could be withheld.
        if (!comparison.Measure.Verdicts) yield break;
        foreach (var side in comparison.Sides.Each())
        {
            if (side.Ledger.Value is not { } ledger || !EnoughCollections.AreMissing(ledger, side.Bytes)) continue;
            var poor = side.Measurements.Count(measurement => measurement.Slices.Sum(slice => slice.Gc.Collections) < EnoughCollections.Fewest);
            yield return new Warning(
                Id,
                WarningSeverity.Warning,
                FormattableString.Invariant($"{side.Cell.Label}: fewer than {EnoughCollections.Fewest} collections in the slices of {poor} of {side.Measurements.Count} pairs, {ledger.FewestCollections} at least; the share of GC in the ratio is not given."),
                "Measure longer (measure.slices, measure.slice) or give gcSettings a smaller gen0Size, so that every pair holds ten collections.");
        }
    }
}
