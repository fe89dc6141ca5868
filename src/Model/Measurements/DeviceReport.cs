using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Measurements;

/// <summary>Latency asked of a simulated device against latency delivered, over the measured slices.</summary>
/// <param name="Accesses">Accesses completed.</param>
/// <param name="AskedP50">Median of what was drawn, waiting for a server included.</param>
/// <param name="AskedP99">99th percentile of the same.</param>
/// <param name="DeliveredP50">Median time until the device handed an access to its completion thread.</param>
/// <param name="DeliveredP99">99th percentile of the same.</param>
public sealed record DeviceReport(
    long Accesses,
    Nanoseconds AskedP50,
    Nanoseconds AskedP99,
    Nanoseconds DeliveredP50,
    Nanoseconds DeliveredP99)
{
    /// <summary>A median may be off by a tenth of what was asked, or by <see cref="AllowedNanoseconds"/>, whichever is more.</summary>
    public const double AllowedShare = 0.1;

    /// <summary>20 µs: the accuracy of a device with a core to itself, at any latency.</summary>
    public const long AllowedNanoseconds = 20_000;

    /// <summary>How far the delivered median is from the one asked, in ns.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public long MedianDistance => Math.Abs(DeliveredP50.Value - AskedP50.Value);

    /// <summary>Whether the delivered median is off by at most max(10 %, 20 µs).</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public bool IsMedianKept => MedianDistance <= Math.Max(AllowedShare * AskedP50.Value, AllowedNanoseconds);
}
