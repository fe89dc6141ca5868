using System.Globalization;
using AsyncLoad.Analysis.Metrics;

namespace AsyncLoad.Analysis.Findings;

/// <summary>The pressurer did not deliver what was asked, or not the same to both arms.</summary>
internal static class PressureOffTarget
{
    public const string Id = "pressure-off-target";

    public static IEnumerable<Finding> Find(JudgedComparison comparison)
    {
        foreach (var arm in comparison.EachArm)
        {
            foreach (var rate in Rates(arm).Where(rate => rate.IsOff))
                yield return Say(rate, $"{arm.Cell.Variant}: {rate.Words}: {rate.Text(rate.Asked)} asked, {rate.Text(rate.Achieved)} delivered.");
        }

        var (baseline, candidate) = (Rates(comparison.Arms.Baseline), Rates(comparison.Arms.Candidate));
        foreach (var rate in candidate)
        {
            if (baseline.FirstOrDefault(other => other.Member == rate.Member) is { } other && rate.IsApartFrom(other.Achieved))
                yield return Say(rate, $"The arms met unequal pressure: {rate.Words}: {rate.Text(other.Achieved)} and {rate.Text(rate.Achieved)}.");
        }
    }

    private static IReadOnlyList<PressureRate> Rates(JudgedArm arm) =>
        arm.Ledger?.Pressure is { } pressure ? PressureRate.Of(arm.Cell.Pressure, pressure) : [];

    private static Finding Say(PressureRate rate, string message) => new(
        Id,
        FindingSeverity.Warning,
        message,
        string.Create(
            CultureInfo.InvariantCulture,
            $"Lower pressure.{rate.Member}, or leave the pressurer a core (degree below the number of cores); compare arms only where both met the same pressure."));
}
