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

/// <summary>A simulated device completed accesses at other times than asked: what was measured is partly the scheduler.</summary>
internal static class DeviceOffTarget
{
    public const string Id = "device-off-target";

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        foreach (var side in comparison.Sides.Each())
        {
            var reports = DeviceReports.Reports(side.Measurements);
            var off = reports.Where(report => !report.IsMedianKept).ToList();
            if (off.Count == 0) continue;
            var worst = off.MaxBy(report => report.MedianDistance)!;
            yield return new Warning(
                Id,
                WarningSeverity.Warning,
                FormattableString.Invariant(
                    $"{side.Cell.Label}: the simulated device delivered a median of up to {Microseconds(worst.DeliveredP50.Value)} µs where {Microseconds(worst.AskedP50.Value)} µs were asked for, in {off.Count} of {reports.Count} pairs."),
                "Leave a core for the device: use a degree or a number of workers of at most cores − 1, on a quieter machine.");
        }
    }

    private static FormattableString Microseconds(long nanoseconds) => $"{nanoseconds / 1e3:0.#}";
}
