using AsyncLoad.Analysis.Rules;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>A side that allocates had so few collections that its GC cost depends on chance: no GC part is given.</summary>
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
                FormattableString.Invariant($"{side.Cell.Label}: fewer than {EnoughCollections.Fewest} collections in the slices of {poor} of {side.Measurements.Count} pairs, as few as {ledger.FewestCollections}. The share of GC in the ratio is not given."),
                "Measure longer (measure.slices, measure.slice) or set a smaller gen0Size in gcSettings, so that every pair has at least ten collections.");
        }
    }
}
