using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>Warm-up reached its cap before the rate was steady.</summary>
internal static class NoSteadyState
{
    public const string Id = "no-steady-state";

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        foreach (var side in comparison.Sides.Each())
        {
            var unsteady = side.Measurements.Select(measurement => measurement.WarmUp).Where(warmUp => !warmUp.Steady).ToList();
            if (unsteady.Count == 0) continue;
            yield return new Warning(
                Id,
                WarningSeverity.Warning,
                FormattableString.Invariant($"{side.Cell.Label}: no steady state before the warm-up cap in {unsteady.Count} of {side.Measurements.Count} pairs{Drift(unsteady)}."),
                "Raise measure.warmUpCap, or quieten the machine: tier-up needs a free core.");
        }
    }

    private static string Drift(List<WarmUp> unsteady)
    {
        var largest = unsteady.Max(warmUp => warmUp.Drift is { } drift ? Math.Abs(drift) : (double?)null);
        return largest is null ? "" : FormattableString.Invariant($", rate still drifting by {100 * largest:0.0} %");
    }
}
