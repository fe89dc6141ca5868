using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis.Findings;

/// <summary>A process used the processor while it was held at its gate, that is, while the other arm was measured.</summary>
internal static class HeldBusy
{
    public const string Id = "held-busy";

    /// <summary>Cores that a held process may use: late tier-up takes 0.06 after a short warm-up and 0.000 after 1.5 s.</summary>
    public const double CoresAllowed = 0.03;

    public static IEnumerable<Finding> Find(JudgedComparison comparison)
    {
        foreach (var arm in comparison.EachArm)
        {
            var busy = arm.Measurements.Select(Cores).Where(cores => cores > CoresAllowed).ToList();
            if (busy.Count == 0) continue;
            yield return new Finding(
                Id,
                FindingSeverity.Warning,
                FormattableString.Invariant($"{arm.Cell.Variant} used up to {busy.Max():0.000} core while held, in {busy.Count} of {arm.Measurements.Count} pairs: the other arm's slices were disturbed."),
                "Raise measure.warmUpCap so that tier-up ends before slices begin; with background collections, try gcSettings concurrent false.");
        }
    }

    private static double? Cores(ArmMeasurement measurement)
    {
        var elapsed = measurement.Slices.Sum(slice => slice.Held.Elapsed.Value);
        return elapsed == 0 ? null : measurement.Slices.Sum(slice => slice.Held.Cpu.Value) / (double)elapsed;
    }
}
