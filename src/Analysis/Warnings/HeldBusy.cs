using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>A process used the processor while it was held at its gate, that is, while the other side was measured.</summary>
internal static class HeldBusy
{
    public const string Id = "held-busy";

    /// <summary>Cores that a held process may use: late tier-up takes 0.06 after a short warm-up and 0.000 after 1.5 s.</summary>
    public const double CoresAllowed = 0.03;

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        foreach (var side in comparison.Sides.Each())
        {
            var busy = side.Measurements.Where(measurement => Cores(measurement) > CoresAllowed).ToList();
            if (busy.Count == 0) continue;
            yield return new Warning(
                Id,
                WarningSeverity.Warning,
                FormattableString.Invariant($"{side.Cell.Variant} used up to {busy.Max(Cores):0.000} core while held, in {busy.Count} of {side.Measurements.Count} pairs: the other side's slices were disturbed."),
                $"{Remedy(busy)} With background collections, try gcSettings concurrent false.");
        }
    }

    // A higher cap lengthens only the warm-ups that it cut short. After the others, held processes are busiest at the first few slices of a pair.
    private static string Remedy(List<SideMeasurement> busy) => busy.Exists(measurement => !measurement.WarmUp.Steady)
        ? "Raise measure.warmUpCap: it ended warm-up before tier-up did."
        : "Take more slices (measure.slices): what is compiled late then disturbs a smaller share of them.";

    private static double? Cores(SideMeasurement measurement)
    {
        var elapsed = measurement.Slices.Sum(slice => slice.Held.Elapsed.Value);
        return elapsed == 0 ? null : measurement.Slices.Sum(slice => slice.Held.Cpu.Value) / (double)elapsed;
    }
}
