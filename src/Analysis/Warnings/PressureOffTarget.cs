using System.Globalization;
using AsyncLoad.Analysis.Metrics;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>The pressurer did not deliver what was asked, or not the same to both sides.</summary>
internal static class PressureOffTarget
{
    public const string Id = "pressure-off-target";

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        foreach (var side in comparison.Sides.Each())
        {
            foreach (var rate in Rates(side).Where(rate => rate.IsOff))
                yield return Say(rate, $"{side.Cell.Label}: {rate.Words}: {rate.Text(rate.Asked)} asked for, {rate.Text(rate.Achieved)} delivered.");
        }

        var (baseline, candidate) = (Rates(comparison.Sides.Baseline), Rates(comparison.Sides.Candidate));
        foreach (var rate in candidate)
        {
            if (baseline.FirstOrDefault(other => other.Member == rate.Member) is { } other && rate.IsApartFrom(other.Achieved))
                yield return Say(rate, $"The sides had different pressure: {rate.Words}: {rate.Text(other.Achieved)} and {rate.Text(rate.Achieved)}.");
        }
    }

    private static IReadOnlyList<PressureRate> Rates(SideAnalysis side) =>
        side.Ledger.Value?.Pressure is { } pressure ? PressureRate.Of(side.Cell.Pressure, pressure) : [];

    private static Warning Say(PressureRate rate, string message) => new(
        Id,
        WarningSeverity.Warning,
        message,
        string.Create(
            CultureInfo.InvariantCulture,
            $"Lower pressure.{rate.Member}, or leave a core for the pressurer (degree below the number of cores). Compare sides only where both had the same pressure."));
}
