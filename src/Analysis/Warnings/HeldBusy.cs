using AsyncLoad.Analysis.Rules;
using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>A process used the processor while it was held at its slice barrier, that is, while the other side was measured.</summary>
internal static class HeldBusy
{
    public const string Id = "held-busy";

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        // Nothing is held for the other side then: between its slices a process only answers.
        if (comparison.Measure.InTurn) yield break;
        foreach (var side in comparison.Sides.Each())
        {
            var busy = side.Measurements.Where(measurement => Cores(measurement) > HeldUse.CoresAllowed).ToList();
            if (busy.Count == 0) continue;
            yield return new Warning(
                Id,
                WarningSeverity.Warning,
                FormattableString.Invariant($"{side.Cell.Label} used up to {busy.Max(Cores):0.000} core while held, in {busy.Count} of {side.Measurements.Count} pairs, which disturbed the slices of the other side."),
                $"{Remedy(busy)} With background collections, try gcSettings concurrent false.");
        }

        var others = comparison.Evidence.Beside.Where(measurement => Cores(measurement) > HeldUse.CoresAllowed).ToList();
        if (others.Count == 0) yield break;
        yield return new Warning(
            Id,
            WarningSeverity.Warning,
            FormattableString.Invariant($"Candidates of other comparisons, measured beside this one, used up to {others.Max(Cores):0.000} core while held, in {others.Count} of {comparison.Evidence.Beside.Count} pairs, which disturbed its slices."),
            $"Measure it by itself (--only). {Remedy(others)}");
    }

    // A higher cap lengthens only the warm-ups that it cut short. After the others, held processes are busiest at the first few slices of a pair.
    private static string Remedy(List<SideMeasurement> busy) => busy.Exists(measurement => !measurement.WarmUp.Steady)
        ? "Raise measure.warmUpCap: it ended warm-up before tier-up was complete."
        : "Take more slices (measure.slices), so that late compilation disturbs a smaller share of them.";

    private static double? Cores(SideMeasurement measurement) => HeldUse.Cores(measurement.Slices.Select(slice => slice.Held));
}
