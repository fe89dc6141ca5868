using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Results;

/// <summary>Latencies as <c>results.json</c> states them.</summary>
internal static class LatencyResults
{
    /// <summary>Response time: from due to done, or from start to done without a schedule. Null where operations were timed in batches.</summary>
    public static LatencyResult? ResponseTime(SideLatency? latency) => latency is null ? null : Of(latency.ResponseTime, latency);

    /// <summary>Service time: from start to done. Null where that is the response time.</summary>
    public static LatencyResult? Service(SideLatency? latency) => latency is { HasSchedule: true } ? Of(latency.Service, latency) : null;

    /// <summary>What became of arrivals; null for loads without a schedule.</summary>
    public static ArrivalsResult? Arrivals(SideLatency? latency) => latency?.Arrivals is not { } arrivals ? null : new ArrivalsResult(
        arrivals.Due,
        arrivals.Late,
        arrivals.Dropped,
        At(arrivals.Lateness, 0.5),
        At(arrivals.Lateness, 0.99),
        arrivals.Due == 0 ? 0 : arrivals.PacerCpu.Value / (double)arrivals.Due);

    // Arrivals may all have been dropped: then there is none whose latency could be stated.
    private static LatencyResult? Of(Latencies latencies, SideLatency side) => latencies.Count == 0 ? null : new LatencyResult(
        At(latencies, 0.5),
        At(latencies, 0.9),
        At(latencies, 0.99),
        SideLatency.P999(latencies)?.Value,
        latencies.Max.Value,
        latencies.Count,
        SideLatency.P999(side.Hiccups)?.Value,
        SideLatency.P999(side.Idle)?.Value);

    private static double At(Latencies latencies, double fraction) => latencies.Quantile(fraction)?.Value ?? 0;
}
