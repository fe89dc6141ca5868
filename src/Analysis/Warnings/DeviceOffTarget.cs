using AsyncLoad.Analysis.Metrics;

namespace AsyncLoad.Analysis.Warnings;

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
