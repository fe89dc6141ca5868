namespace AsyncLoad.Model.Profiles;

/// <summary>
/// A figure of <c>results.json</c>. This is the one table of them: readers of profiles, gates, verdicts, reports, <c>list metrics</c> and the schema take
/// names, units, formats and limits from here.
/// </summary>
/// <param name="Name">Its path inside a comparison, or inside one of the sides' metrics or traces: <c>latencyNs.p99</c>.</param>
/// <param name="Unit">Its unit.</param>
/// <param name="Format">How a value of it is written for people.</param>
/// <param name="Better">Which way is better.</param>
/// <param name="Meaning">One line of meaning.</param>
public sealed record Metric(string Name, string Unit, MetricFormat Format, Better Better, string Meaning)
{
    private const double LargestRatio = 1e6;
    private const double LargestFigure = 1e12;
    private const string NoMemory = "a pair lacks the figure of a side: see what is missing of the sides";

    /// <summary>Elapsed time per operation, the default of verdicts.</summary>
    public static Metric Ratio { get; } = OfRatio("ratio", "elapsed time per operation, Hodges-Lehmann over pairs, with its interval", new(
        VerdictMetric.Wall, "wall", "ratio", "wall time", "a pair has no ratio"));

    /// <summary>Processor time per operation.</summary>
    public static Metric CpuRatio { get; } = OfRatio("cpuRatio", "processor time per operation, user and kernel", new(
        VerdictMetric.Cpu, "cpu", "CPU ratio", "CPU time", "a pair has no processor time to divide by")
    {
        IsOfElapsedTime = false,
    });

    /// <summary>The 99th percentile of latency.</summary>
    public static Metric P99Ratio { get; } = OfRatio("p99Ratio", "99th percentile of latency; loads with a schedule count from when an operation was due", new(
        VerdictMetric.P99, "p99", "p99 ratio", "99th percentile of latency", "operations were timed in batches: one of the sides takes less than 1 µs per operation")
    {
        // Percentiles scatter more than sums do.
        HalfWidth = 0.05,
    });

    /// <summary>The largest working set.</summary>
    public static Metric PeakRatio { get; } = OfRatio("peakRatio", "largest working set over the measured slices", new(
        VerdictMetric.Peak, "peak", "peak ratio", "peak memory", NoMemory)
    {
        IsOfElapsedTime = false,
        IsOfMemory = true,
    });

    /// <summary>The heap that is left after a full collection.</summary>
    public static Metric RetainedRatio { get; } = OfRatio("retainedRatio", "managed heap after a full collection when all operations have ended", new(
        VerdictMetric.Retained, "retained", "retained ratio", "retained memory", NoMemory)
    {
        IsOfElapsedTime = false,
        IsOfMemory = true,
    });

    /// <summary>The part of a change that is GC pauses.</summary>
    public static Metric GcPart { get; } = new("gcPart", "share of baseline", MetricFormat.Share, Better.Lower, "the part of ratio − 1 that is GC pauses");

    /// <summary>The part of a change that is not.</summary>
    public static Metric MutatorPart { get; } = new("mutatorPart", "share of baseline", MetricFormat.Share, Better.Lower, "the rest of ratio − 1");

    /// <summary>How many bytes more the candidate allocates.</summary>
    public static Metric BytesDifference { get; } = new("bytesDifference", "B/op", MetricFormat.Bytes, Better.Lower, "candidate − baseline of bytes per operation, exact");

    /// <summary>Allocated bytes.</summary>
    public static Metric BytesPerOperation { get; } = new("bytesPerOperation", "B/op", MetricFormat.Bytes, Better.Lower, "exact bytes per operation, without the load's share")
    {
        Gate = new(LargestFigure, Exactly: true, Change: true, Increase: true, IncreasePercent: true),
        ShortName = "bytes",
    };

    /// <summary>Elapsed time.</summary>
    public static Metric NsPerOperation { get; } = new("nsPerOperation", "ns/op", MetricFormat.Time, Better.Lower, "elapsed nanoseconds per operation");

    /// <summary>Throughput.</summary>
    public static Metric OperationsPerSecond { get; } = new("operationsPerSecond", "op/s", MetricFormat.Number, Better.Higher, "operations per second, all workers");

    /// <summary>Processor time.</summary>
    public static Metric CpuNsPerOperation { get; } = new(
        "cpuNsPerOperation", "ns/op", MetricFormat.Time, Better.Lower, "processor nanoseconds per operation, user and kernel, without the pressurer's share");

    /// <summary>Collections of generation 0.</summary>
    public static Metric Gen0 { get; } = Collections("gen0PerMillionOperations", "collections of generation 0");

    /// <summary>Collections of generation 1.</summary>
    public static Metric Gen1 { get; } = Collections("gen1PerMillionOperations", "collections of generation 1");

    /// <summary>Full collections.</summary>
    public static Metric Gen2 { get; } = Collections("gen2PerMillionOperations", "full collections");

    /// <summary>Time in pauses.</summary>
    public static Metric PauseShare { get; } = new("pauseShare", "0 to 1", MetricFormat.Share, Better.Lower, "share of elapsed time in GC pauses") { Gate = new(1) };

    /// <summary>The largest working set.</summary>
    public static Metric Peak { get; } = Memory("peak", "B", MetricFormat.Size, "largest working set of the measured process over the measured slices, median over pairs");

    /// <summary>The heap that is left.</summary>
    public static Metric Retained { get; } = Memory(
        "retained", "B", MetricFormat.Size, "managed heap after a full collection when all operations have ended, a live set included, median over pairs");

    /// <summary>What each operation leaves on the heap.</summary>
    public static Metric RetainedPerOperation { get; } = Memory(
        "retainedPerOperation", "B/op", MetricFormat.Bytes, "what retained memory grew by since the set-up, divided by all operations, median over pairs");

    /// <summary>Latency that one operation in a hundred exceeds.</summary>
    public static Metric LatencyP99 { get; } = new(
        "latencyNs.p99",
        "ns",
        MetricFormat.Time,
        Better.Lower,
        "99th percentile of latency, for operations of 1 µs or more; loads with a schedule count from when an operation was due")
    {
        Gate = new(LargestFigure),
    };

    /// <summary>How well pools served.</summary>
    public static Metric PoolHitRate { get; } = new(
        "poolHitRate", "0 to 1", MetricFormat.Share, Better.Higher, "how often a suspended operation found its boxes in the pools, in the traced run")
    {
        Gate = new(1),
    };

    /// <summary>What the trace lacks.</summary>
    public static Metric EventsLost { get; } = new(
        "eventsLost", "events", MetricFormat.Number, Better.Lower, "events that the traced run lost; anything but 0 makes allocation figures inconclusive")
    {
        Gate = new(LargestFigure),
    };

    /// <summary>All of them, in the order of <c>list metrics</c>.</summary>
    public static IReadOnlyList<Metric> All { get; } =
    [
        Ratio, CpuRatio, P99Ratio, PeakRatio, RetainedRatio, GcPart, MutatorPart, BytesDifference, BytesPerOperation, NsPerOperation, OperationsPerSecond, CpuNsPerOperation,
        Gen0, Gen1, Gen2, PauseShare, Peak, Retained, RetainedPerOperation, LatencyP99, PoolHitRate, EventsLost,
    ];

    /// <summary>Those that a verdict can be on, the default first.</summary>
    public static IReadOnlyList<Metric> Ratios { get; } = [.. All.Where(metric => metric.Judged is not null)];

    /// <summary>Those that can be gated.</summary>
    public static IReadOnlyList<Metric> Gated { get; } = [.. All.Where(metric => metric.Gate is not null)];

    /// <summary>How it can be gated; null when it cannot.</summary>
    public GateLimits? Gate { get; init; }

    /// <summary>A shorter name that <c>--gate</c> takes, too; null for none.</summary>
    public string? ShortName { get; init; }

    /// <summary>The ratio of this figure, candidate ÷ baseline, which has the same name: <c>p99Ratio</c> of <c>latencyNs.p99</c>; null where there is none.</summary>
    public Metric? RatioOfSides() => Judged is not null ? this : Named($"{Name[(Name.LastIndexOf('.') + 1)..]}Ratio");

    /// <summary>How a verdict on it is worded; null where it is not a ratio of two sides.</summary>
    public JudgedRatio? Judged { get; init; }

    /// <summary>The limits that a gate on it takes, by their member in a profile: of <c>max</c>, <c>min</c>, <c>exactly</c>, <c>maxChange</c>, <c>maxIncrease</c>, <c>maxIncreasePercent</c>.</summary>
    public IReadOnlyList<string> Limits => Gate is not { } gate
        ? []
        :
        [
            Better == Better.Higher ? "min" : "max",
            .. gate.Exactly ? ["exactly"] : Array.Empty<string>(),
            .. gate.Change ? ["maxChange"] : Array.Empty<string>(),
            .. gate.Increase ? ["maxIncrease"] : Array.Empty<string>(),
            .. gate.IncreasePercent ? ["maxIncreasePercent"] : Array.Empty<string>(),
        ];

    /// <summary>The metric of a name; null where there is none.</summary>
    public static Metric? Named(string name) => All.FirstOrDefault(metric => metric.Name == name);

    /// <summary>The ratio that a verdict is on.</summary>
    public static JudgedRatio Of(VerdictMetric metric) => Ratios.Select(ratio => ratio.Judged!).First(judged => judged.Metric == metric);

    private static Metric OfRatio(string name, string meaning, JudgedRatio judged) =>
        new(name, "candidate ÷ baseline", MetricFormat.Number, Better.Lower, meaning) { Gate = new(LargestRatio, Change: true), Judged = judged };

    private static Metric Memory(string name, string unit, MetricFormat format, string meaning) =>
        new(name, unit, format, Better.Lower, meaning) { Gate = new(LargestFigure, Change: true, Increase: true) };

    private static Metric Collections(string name, string meaning) => new(name, "1/Mop", MetricFormat.Number, Better.Lower, meaning);
}

/// <summary>How a metric can be gated.</summary>
/// <param name="Most">Largest limit that is accepted.</param>
/// <param name="Exactly">Whether a gate may ask for one value.</param>
/// <param name="Change">Whether a gate may limit how much it grows from an earlier run.</param>
/// <param name="Increase">Whether a gate may limit how far the candidate is above the baseline, in the metric's unit.</param>
/// <param name="IncreasePercent">The same in per cent of the baseline; a metric that has a ratio of both sides is gated by that instead.</param>
public sealed record GateLimits(double Most, bool Exactly = false, bool Change = false, bool Increase = false, bool IncreasePercent = false);

/// <summary>A ratio of two sides that a verdict can be on.</summary>
/// <param name="Metric">Which.</param>
/// <param name="Word">Its word in <c>measure.metric</c>.</param>
/// <param name="Title">The heading of its column.</param>
/// <param name="Cost">The cost that it compares.</param>
/// <param name="Absent">Why a pair lacks it.</param>
public sealed record JudgedRatio(VerdictMetric Metric, string Word, string Title, string Cost, string Absent)
{
    /// <summary>Relative half-width of its interval that ends a comparison early, where a profile does not say.</summary>
    public double HalfWidth { get; init; } = 0.02;

    /// <summary>Whether it compares elapsed time. Dropped arrivals are missing from that; they cost no processor time.</summary>
    public bool IsOfElapsedTime { get; init; } = true;

    /// <summary>Whether it compares memory and not time.</summary>
    public bool IsOfMemory { get; init; }
}

/// <summary>The cost that a verdict compares.</summary>
public enum VerdictMetric
{
    /// <summary>Elapsed nanoseconds per operation.</summary>
    Wall,

    /// <summary>Processor nanoseconds per operation, user and system together.</summary>
    Cpu,

    /// <summary>The 99th percentile of latency; only where operations take 1 µs or more.</summary>
    P99,

    /// <summary>The largest working set over the measured slices.</summary>
    Peak,

    /// <summary>The managed heap after a full collection when all operations have ended.</summary>
    Retained,
}

/// <summary>How a figure is written for people.</summary>
public enum MetricFormat
{
    /// <summary>As a number without a unit.</summary>
    Number,

    /// <summary>As time, in the unit that suits it.</summary>
    Time,

    /// <summary>As bytes per operation.</summary>
    Bytes,

    /// <summary>As a size, in the unit that suits it.</summary>
    Size,

    /// <summary>As a percentage.</summary>
    Share,
}

/// <summary>Which way a figure is better.</summary>
public enum Better
{
    /// <summary>Smaller values.</summary>
    Lower,

    /// <summary>Larger values.</summary>
    Higher,
}
