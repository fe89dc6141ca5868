namespace AsyncLoad.Workloads.IoSimulator;

/// <summary>
/// Latencies that a device was asked for and delivered. Asked is what was drawn, waiting for a server included. Delivered ends where the device passes the access
/// to its completion thread: waiting in the queue of the thread pool belongs to the load.
/// </summary>
/// <param name="Accesses">Accesses completed.</param>
/// <param name="Asked">Quantiles of the latency asked for.</param>
/// <param name="Delivered">Quantiles of the latency delivered; never early, so never below what was asked.</param>
public sealed record DeviceAccuracy(long Accesses, LatencyQuantiles Asked, LatencyQuantiles Delivered)
{
    /// <summary>A median may differ by a tenth of the asked one, or by this.</summary>
    private static readonly TimeSpan Allowance = TimeSpan.FromMicroseconds(20);

    /// <summary>Whether the delivered median differs from the asked one by no more than max(10 %, 20 µs).</summary>
    public bool IsMedianKept
    {
        get
        {
            var tenth = Asked.P50 / 10;
            return (Delivered.P50 - Asked.P50).Duration() <= (tenth > Allowance ? tenth : Allowance);
        }
    }
}

/// <summary>Two quantiles of a latency.</summary>
/// <param name="P50">Median.</param>
/// <param name="P99">99th percentile.</param>
public sealed record LatencyQuantiles(TimeSpan P50, TimeSpan P99);

/// <summary>Asked and delivered latencies of a device, recorded by its thread.</summary>
internal sealed class AccuracyRecorder
{
    private readonly LatencyHistogram asked = new();
    private readonly LatencyHistogram delivered = new();

    public void Record(long askedNanoseconds, long deliveredNanoseconds)
    {
        asked.Record(askedNanoseconds);
        delivered.Record(deliveredNanoseconds);
    }

    /// <summary>What was recorded so far, or null when that is nothing.</summary>
    public DeviceAccuracy? Read() =>
        Quantiles(asked) is { } askedFor && Quantiles(delivered) is { } given ? new DeviceAccuracy(delivered.Count, askedFor, given) : null;

    private static LatencyQuantiles? Quantiles(LatencyHistogram histogram) =>
        histogram.Quantile(0.5) is { } median && histogram.Quantile(0.99) is { } tail ? new LatencyQuantiles(Span(median), Span(tail)) : null;

    private static TimeSpan Span(long nanoseconds) => new(nanoseconds / TimeSpan.NanosecondsPerTick);
}
