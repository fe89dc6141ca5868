using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>How closely the simulated devices of one side delivered the latency they were asked for. Every pair has its own device in its own process.</summary>
internal static class DeviceReports
{
    /// <summary>
    /// All pairs together: accesses summed, each quantile the median of the pairs' own. Quantiles of processes do not add up, and pooling them would
    /// let one disturbed pair speak for all; <see cref="DeviceReport.IsMedianKept"/> of each sees that pair.
    /// </summary>
    /// <param name="measurements">One for each completed pair.</param>
    /// <returns>Null when no pair used a device.</returns>
    public static DeviceReport? Of(IReadOnlyList<SideMeasurement> measurements)
    {
        var reports = Reports(measurements);
        return reports.Count == 0 ? null : new DeviceReport(
            reports.Sum(report => report.Accesses),
            Median(reports, report => report.AskedP50),
            Median(reports, report => report.AskedP99),
            Median(reports, report => report.DeliveredP50),
            Median(reports, report => report.DeliveredP99));
    }

    /// <summary>The reports of the pairs that used a device.</summary>
    public static IReadOnlyList<DeviceReport> Reports(IReadOnlyList<SideMeasurement> measurements) =>
        [.. measurements.Select(measurement => measurement.Device).OfType<DeviceReport>()];

    private static Nanoseconds Median(IReadOnlyList<DeviceReport> reports, Func<DeviceReport, Nanoseconds> figure)
    {
        double[] figures = [.. reports.Select(report => (double)figure(report).Value)];
        return new Nanoseconds((long)Math.Round(Quantile.Of(figures, 0.5)));
    }
}
