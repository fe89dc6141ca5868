using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis.Findings;

/// <summary>Warm-up reached its cap before the evidence said that the code stood still.</summary>
internal static class NoSteadyState
{
    public const string Id = "no-steady-state";

    public static IEnumerable<Finding> Find(JudgedComparison comparison)
    {
        foreach (var arm in comparison.EachArm)
        {
            var unsteady = arm.Measurements.Select(measurement => measurement.WarmUp).Where(warmUp => !warmUp.Steady).ToList();
            if (unsteady.Count == 0) continue;
            yield return new Finding(
                Id,
                FindingSeverity.Warning,
                FormattableString.Invariant($"{arm.Cell.Variant}: no steady state before the warm-up cap in {unsteady.Count} of {arm.Measurements.Count} pairs{Drift(unsteady)}."),
                "Raise measure.warmUpCap, or quieten the machine: tier-up needs a free core.");
        }
    }

    private static string Drift(List<WarmUp> unsteady)
    {
        var largest = unsteady.Max(warmUp => warmUp.Drift is { } drift ? Math.Abs(drift) : (double?)null);
        return largest is null ? "" : FormattableString.Invariant($", rate still drifting by {100 * largest:0.0} %");
    }
}
