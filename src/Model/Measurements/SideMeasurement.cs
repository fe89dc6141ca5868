using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Measurements;

/// <summary>Everything that one side of a pair delivered.</summary>
/// <param name="Settings">The settings that the process found in force.</param>
/// <param name="Workers">Workers that ran operations.</param>
/// <param name="WarmUp">How it reached its steady state.</param>
/// <param name="Slices">Measured slices in order.</param>
/// <param name="Counts">Count slices, for exact bytes an operation; at least three, or none when they could not be taken.</param>
/// <param name="LiveSetBytes">Size of the pressurer's live set as it was built, by exact allocation count; 0 when calm.</param>
/// <param name="Device">How well the simulated device kept its word in the measured slices; null without one, or when it was never used.</param>
/// <param name="Latency">How long single operations took in the measured slices; null where they were timed in batches.</param>
public sealed record SideMeasurement(
    EffectiveSettings Settings,
    int Workers,
    WarmUp WarmUp,
    IReadOnlyList<Slice> Slices,
    IReadOnlyList<CountSlice> Counts,
    long LiveSetBytes,
    DeviceReport? Device,
    LatencyReport? Latency = null);

/// <summary>Latency asked of a simulated device against latency delivered, over the measured slices.</summary>
/// <param name="Accesses">Accesses completed.</param>
/// <param name="AskedP50">Median of what was drawn, waiting for a server included.</param>
/// <param name="AskedP99">99th percentile of the same.</param>
/// <param name="DeliveredP50">Median up to where the device hands an access to its completion thread.</param>
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

    /// <summary>20 µs: what a device with a core to itself keeps at any latency.</summary>
    public const long AllowedNanoseconds = 20_000;

    /// <summary>How far the delivered median is from the one asked, in ns.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public long MedianDistance => Math.Abs(DeliveredP50.Value - AskedP50.Value);

    /// <summary>Whether the delivered median is off by at most max(10 %, 20 µs).</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public bool IsMedianKept => MedianDistance <= Math.Max(AllowedShare * AskedP50.Value, AllowedNanoseconds);
}

/// <summary>How a side was warmed up, and whether the evidence sufficed.</summary>
/// <param name="Own">Time in its own warm-up slices.</param>
/// <param name="Slices">Number of those.</param>
/// <param name="Steady">Whether compilation stood still while a core was free and the rate did not drift, before the cap.</param>
/// <param name="CompiledMethods">Methods compiled by the end.</param>
/// <param name="Drift">Relative change of the slice rate between the last two windows of the evidence; null when there were too few slices.</param>
/// <param name="HeldCores">Cores used while held, over the last window of the evidence; null when never held.</param>
public sealed record WarmUp(Nanoseconds Own, int Slices, bool Steady, long CompiledMethods, double? Drift, double? HeldCores);

/// <summary>
/// A fixed number of operations with the workers joined at both edges and precise allocation counts: the source of bytes an operation.
/// </summary>
/// <param name="Operations">Operations run, all workers.</param>
/// <param name="Bytes">Bytes allocated by the process meanwhile.</param>
/// <param name="DriverBytes">Bytes of the same slice with a no-op of the same shape: the driver's own share.</param>
/// <param name="Suspensions">Operations that were not complete when they returned.</param>
public sealed record CountSlice(long Operations, long Bytes, long DriverBytes, long Suspensions)
{
    /// <summary>Bytes an operation, the driver's share taken off.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public double BytesPerOperation => (Bytes - DriverBytes) / (double)Operations;
}

/// <summary>What the machine did besides, from before the first process of a pair was started until its last was gone. What the system does not tell is null.</summary>
/// <param name="Over">Time between the two readings.</param>
/// <param name="OtherCores">Cores that processes other than this program and those it measured used on average, 0 to the number of cores.</param>
/// <param name="StolenShare">Share of all cores' time that the host of a virtual machine gave to others, 0 to 1.</param>
/// <param name="Throttling">How the control group held its processes back; null also where it may not.</param>
/// <param name="Load">Load average over the last minute, at the end.</param>
/// <param name="Clock">Clock frequencies of the cores, at the end: of those that had just worked, and of those that had not.</param>
/// <param name="MemoryStall">Share of the time in which some process waited for memory, 0 to 1.</param>
public sealed record SampleEnvironment(
    Nanoseconds Over,
    double? OtherCores,
    double? StolenShare,
    Throttling? Throttling,
    double? Load,
    ClockFrequencies? Clock,
    double? MemoryStall);

/// <summary>How a control group held its processes back for using more than their quota.</summary>
/// <param name="Periods">Periods of the quota, usually 100 ms each, in which that happened; 0 or more.</param>
/// <param name="Time">For how long, summed over cores.</param>
public sealed record Throttling(long Periods, Nanoseconds Time);

/// <summary>Clock frequencies over the cores that were read, in MHz, above 0.</summary>
/// <param name="Slowest">Of the slowest core.</param>
/// <param name="Mean">Mean over cores.</param>
/// <param name="Fastest">Of the fastest core: one that worked, since idle ones slow down at once.</param>
public sealed record ClockFrequencies(double Slowest, double Mean, double Fastest);
