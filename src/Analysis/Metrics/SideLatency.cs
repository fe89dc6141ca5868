using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>Latencies of one side over all its pairs: histograms add up exactly, unlike percentiles.</summary>
/// <param name="ResponseTime">From due to done where there is a schedule, otherwise from start to done.</param>
/// <param name="Service">From start to done.</param>
/// <param name="Hiccups">How late a thread of the same process woke that repeatedly asked for 1 ms.</param>
/// <param name="Idle">How late an idle process woke meanwhile; nothing when there was none.</param>
/// <param name="Arrivals">What became of arrivals; null for loads without a schedule.</param>
/// <param name="P99OfPairs">The 99th percentile of response time in each pair that has one.</param>
public sealed record SideLatency(
    Latencies ResponseTime, Latencies Service, Latencies Hiccups, Latencies Idle, ArrivalReport? Arrivals, IReadOnlyList<Nanoseconds> P99OfPairs)
{
    /// <summary>Latencies that must lie above a percentile before it is stated.</summary>
    public const long EnoughAbove = 10;

    /// <summary>Latencies needed before a 99.9th percentile is stated.</summary>
    public const long EnoughForP999 = 1_000 * EnoughAbove;

    /// <summary>Whether there is a schedule, so that response time differs from service time.</summary>
    public bool HasSchedule => Arrivals is not null;

    /// <summary>All pairs together.</summary>
    /// <param name="measurements">One for each completed pair.</param>
    /// <param name="idle">What the idle processes of the same pairs saw.</param>
    /// <returns>Null where operations were timed in batches.</returns>
    public static SideLatency? Of(IReadOnlyList<SideMeasurement> measurements, IEnumerable<Latencies> idle)
    {
        var reports = measurements.Select(measurement => measurement.Latency).OfType<LatencyReport>().ToList();
        if (reports.Sum(report => report.Service.Count) == 0) return null;
        return new SideLatency(
            Latencies.Merge(reports.Select(report => report.ResponseTime)),
            Latencies.Merge(reports.Select(report => report.Service)),
            Latencies.Merge(reports.Select(report => report.Hiccups)),
            Latencies.Merge(idle),
            Sum([.. reports.Select(report => report.Arrivals).OfType<ArrivalReport>()]),
            [.. reports.Select(report => report.ResponseTime.Quantile(0.99)).OfType<Nanoseconds>()]);
    }

    /// <summary>The 99.9th percentile, or null with too few latencies.</summary>
    public static Nanoseconds? P999(Latencies latencies) => latencies.Count >= EnoughForP999 ? latencies.Quantile(0.999) : null;

    private static ArrivalReport? Sum(List<ArrivalReport> arrivals) => arrivals.Count == 0 ? null : new ArrivalReport(
        arrivals.Sum(report => report.Due),
        arrivals.Sum(report => report.Late),
        arrivals.Sum(report => report.Dropped),
        Latencies.Merge(arrivals.Select(report => report.Lateness)),
        new Nanoseconds(arrivals.Sum(report => report.PacerCpu.Value)));
}
