namespace AsyncLoad.Workloads.IoSimulator;

/// <summary>Latency, queue and completion of a simulated device.</summary>
/// <param name="Latency">Time that one access takes once it is served.</param>
/// <param name="Servers">Accesses served at once, 1 to 1,024. Others wait in order of arrival, so that latency grows with load; null means no queue.</param>
/// <param name="Completion">Where the code behind an <c>await</c> runs.</param>
/// <param name="Seed">Seed of the draws: the same seed and order of accesses give the same latencies.</param>
public sealed record DeviceSettings(
    LatencyDistribution Latency,
    int? Servers = null,
    CompletionThread Completion = CompletionThread.Pool,
    int Seed = 1)
{
    /// <summary>A device without a queue that always takes <paramref name="microseconds"/> µs.</summary>
    public static DeviceSettings Fixed(double microseconds) =>
        new(new LatencyDistribution.Fixed(TimeSpan.FromMicroseconds(microseconds)));
}

/// <summary>Where completions of a simulated device run.</summary>
public enum CompletionThread
{
    /// <summary>The thread pool, as with real I/O.</summary>
    Pool,

    /// <summary>The device's own thread: no thread switch, but slow code delays all other accesses.</summary>
    Device,
}
