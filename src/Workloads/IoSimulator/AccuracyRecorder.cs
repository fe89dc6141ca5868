namespace AsyncLoad.Workloads.IoSimulator;

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
