using AsyncLoad.Analysis.Metrics;

namespace AsyncLoad.Analysis.Findings;

/// <summary>The pressurer did not deliver what was asked, or not the same to both arms.</summary>
internal static class PressureOffTarget
{
    public const string Id = "pressure-off-target";

    /// <summary>Largest relative distance from what was asked, and between the arms.</summary>
    public const double DistanceAllowed = 0.05;

    private const string Remedy =
        "Ask for fewer writes a millisecond, or leave the pressurer a core (degree below the number of cores); compare arms only where both met the same pressure.";

    public static IEnumerable<Finding> Find(JudgedComparison comparison)
    {
        foreach (var arm in comparison.EachArm)
        {
            if (arm.Ledger?.Pressure is not { AskedWritesPerMs: > 0 } pressure || !Apart(pressure.WritesPerMs, pressure.AskedWritesPerMs)) continue;
            yield return Say($"{arm.Cell.Variant}: {Rate(pressure)} of {pressure.AskedWritesPerMs:0.#} asked old-to-young writes a millisecond were delivered.");
        }

        if (comparison.Arms is { Baseline.Ledger.Pressure: { } baseline, Candidate.Ledger.Pressure: { } candidate }
            && Apart(candidate.WritesPerMs, baseline.WritesPerMs))
        {
            yield return Say($"The arms met unequal pressure: {Rate(baseline)} and {Rate(candidate)} old-to-young writes a millisecond.");
        }
    }

    private static bool Apart(double value, double reference) => Math.Abs(value - reference) > DistanceAllowed * reference;

    private static FormattableString Rate(PressureLedger pressure) => $"{pressure.WritesPerMs:0.#}";

    private static Finding Say(FormattableString message) =>
        new(Id, FindingSeverity.Warning, FormattableString.Invariant(message), Remedy);
}
