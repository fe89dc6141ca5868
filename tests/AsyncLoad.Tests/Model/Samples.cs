using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Tests.Model;

/// <summary>One of each record that is written to a file or a pipe, every member with a value of its own.</summary>
internal static class Samples
{
    private static readonly DateTimeOffset Noon = new(2025, 8, 7, 12, 0, 0, 123, TimeSpan.Zero);

    private static readonly IReadOnlyDictionary<string, string> Parameters =
        new Dictionary<string, string> { ["deep"] = "true", ["result"] = "string" };

    private static readonly GateSettings Gate = new("bytesPerOperation", "await-value-task", 0.5, InconclusivePolicy.Warn);

    public static PressureSettings Pressure { get; } = new(
        "old-heap", ByteSize.FromMegabytes(50), 200, new ByteSize(1536), ByteSize.FromMegabytes(300), SurvivePercent: 11, LohPerMille: 120, PinnedPercent: 7, FinalizablePercent: 13);

    public static GcSettings Gc { get; } = new(
        "all-set",
        Server: true,
        Concurrent: false,
        Gen0Size: ByteSize.FromMegabytes(4),
        Gen0MaxBudget: ByteSize.FromMegabytes(6),
        HeapHardLimit: ByteSize.FromMegabytes(512),
        ConserveMemory: 7,
        Datas: false,
        HeapCount: 2,
        RetainVm: true,
        TieredPgo: false,
        TieredCompilation: true,
        ReadyToRun: false);

    public static Profile Profile { get; } = new(
        Profile.CurrentSchemaVersion,
        "smoke",
        Seed: 17,
        MeasureSettings.Default with { Metric = VerdictMetric.Cpu, PlatformTiering = true },
        TraceSelection.One,
        [
            new Experiment(
                "deep-string",
                "call-chain",
                new Dictionary<string, IReadOnlyList<string>> { ["result"] = ["string", "bool"] },
                "await-task",
                ["await-value-task", "direct-value-task"],
                [new LoadSettings.Sequential(), new LoadSettings.ParallelFor(), new LoadSettings.ParallelFor(2)],
                [PressureSettings.Calm, Pressure],
                [GcSettings.Default, Gc],
                [Gate, Gate with { Variant = null, OnInconclusive = InconclusivePolicy.Fail }]),
        ],
        ["LANG"]);

    public static Cell Cell { get; } =
        new("c001-await-task-parallelFor-2-old-heap", "call-chain", "await-task", Parameters, new LoadSettings.ParallelFor(2), Pressure, Gc);

    public static Comparison Comparison { get; } = new(
        "call-chain/await", 1, "deep-string", Cell, Cell with { Name = "c002", Variant = "await-value-task", Load = new LoadSettings.Sequential() }, [Gate]);

    public static Plan Plan { get; } = new(
        "smoke",
        "0a1b",
        17,
        MeasureSettings.Default,
        [Comparison],
        [Comparison with { Id = "no-op" }],
        [new ScheduledPair("call-chain/await", 1, Side.Baseline), new ScheduledPair("call-chain/await", 2, Side.Candidate)],
        [new TracedCell("call-chain/await", Side.Candidate)],
        ["LANG"],
        new Forecast(Duration.FromSeconds(27), Duration.FromSeconds(90), ByteSize.FromMegabytes(40), ByteSize.FromMegabytes(300)));

    public static PluginSet Plugins { get; } = new(
        [new PluginFile("/somewhere/with space/a=b.dll", 4_096, "0a1b2c"), new PluginFile("/elsewhere/Zwölf.dll", 1, "ff")], IgnoreValues: true);

    public static Catalogue Catalogue { get; } = new(
        Catalogue.CurrentSchemaVersion,
        "0.2.0",
        ".NET 10.0.12",
        [
            new WorkloadDescription(
                "call-chain",
                "five calls that end in a constant",
                null,
                [new ParameterDescription("deep", "enter the chain at its first class", ["true", "false"], "true", new NumberRange(0, 1))],
                [new VariantDescription("await-task", "async at every level", "Task<T>", "default", null, 1)],
                [new PublishedFigure("await-task", Parameters, 74.3, null, "first", "49.8")],
                ".NET 5",
                [new PublishedDifference("88 B there, 80 B here", "a smaller Task")],
                [new ExpectedBytes("await-task", Parameters, 504, "seven tasks", 432, 576)]),
        ]);

    public static SampleEnvironment Environment { get; } = new(
        new Nanoseconds(4_400_000_000), 0.25, 0.01, new Throttling(2, new Nanoseconds(61_000_000)), 1.25, new ClockFrequencies(800, 2_000, 3_200), null);

    public static Latencies Latencies { get; } = new(new Nanoseconds(2_500), new Nanoseconds(9_876), [17, 3, 0, 1, 2_000, 9]);

    public static LatencyReport Latency { get; } = new(
        Latencies,
        Latencies with { Max = new Nanoseconds(3_000) },
        Latencies.None,
        new ArrivalReport(1_000, 12, 3, Latencies, new Nanoseconds(12_345)));

    public static Slice Slice { get; } = new(
        3,
        new Nanoseconds(10_000_123),
        123_456,
        new GcCounters(5, 2, 1, new Nanoseconds(345_600), 62_221_824),
        new ProcessCounters(new Nanoseconds(9_000_000), new Nanoseconds(500_000), 130_000, 7, 2, 1, new Nanoseconds(4_000)),
        new PressureCounters(
            2000.5,
            1999,
            191_904,
            new Nanoseconds(80_000),
            new Nanoseconds(10_000_000),
            new AllocationCounters(3_145_728.25, 3_145_900, 377_000, 346_000, 1_350, 94, 176)),
        new HeldUsage(new Nanoseconds(10_200_000), new Nanoseconds(1_000)),
        Cores: 0b11);

    public static EffectiveSettings Settings { get; } = new(
        true,
        false,
        2,
        new Dictionary<string, string> { ["GCHeapHardLimit"] = "536870912" },
        new Dictionary<string, SettingReading> { ["heapHardLimit"] = new("512MB", SettingSource.Process) });

    public static DeviceReport Device { get; } = new(
        12_345, new Nanoseconds(100_000), new Nanoseconds(100_000), new Nanoseconds(101_300), new Nanoseconds(140_000));

    public static SideMeasurement Measurement { get; } = new(
        Settings,
        2,
        new WarmUp(new Nanoseconds(1_200_000_000), 60, true, 312, -0.004, null),
        [Slice],
        [new CountSlice(1_000, 506_072, 2_072, 1_000)],
        52_428_800,
        Device,
        Memory: new MemoryUse(104_857_600, IsSampled: true, new HeapUse(1_234_567, 33_234_567, 12_345_678)));

    public static RunManifest Manifest { get; } = new(
        RunManifest.CurrentSchemaVersion,
        "0.2.0",
        ".NET 10.0.12",
        Noon,
        Noon.AddMinutes(2),
        RunStatus.Interrupted,
        Machine,
        Plan,
        ["governor is powersave"],
        [new EvidenceFile("traces/c001.nettrace", 3_810_606, "0a1b")],
        new RunEnvironment("/.dockerenv", true, new ProcessState(true, true), new ProcessState(true, false), ["a debugger is attached to asyncload"]));

    private static MachineFingerprint Machine => new("m-1a2b", "Debian 12", "X64", null, 2, 8_000_000_000, 1.5);

    public static RunResults Results { get; } = new(
        RunResults.CurrentSchemaVersion,
        "0.2.0",
        ".NET 10.0.12",
        Machine,
        "smoke",
        RunStatus.Complete,
        [ComparisonResult],
        [CrossoverResult],
        [new GateResult("call-chain/await", "ratio", "await-value-task", 1.05, null, GateState.Inconclusive, "too wide", InconclusivePolicy.Fail)],
        new Dictionary<string, LoadOverheadResult> { ["parallelFor"] = new(3.2, 3.3, 12_000, 0.001, 1_000_000, new Dictionary<string, string>()) });

    private static CrossoverResult CrossoverResult => new(
        "deep-string/await/pressure.liveSet=0MB..800MB",
        "deep-string",
        "pressure.liveSet",
        AxisUnit.Bytes,
        0,
        800 << 20,
        CrossoverOutcome.Crosses,
        200 << 20,
        null,
        300 << 20,
        0.95,
        true,
        null,
        null,
        null,
        new BytesCrossingResult(0.26, 0.25, 0.5),
        [new CrossoverStepResult(0, "call-chain/await", Verdict.Loses, new RatioInterval(1.1, 1.05, 1.2, 0.969, 6), -504)],
        new Dictionary<string, string> { ["low"] = "it may lie below the range" });

    private static ComparisonResult ComparisonResult => new(
        "call-chain/await",
        "deep-string",
        "call-chain",
        Parameters,
        "await-task",
        "await-value-task",
        "parallelFor-2",
        "old-heap",
        "default",
        Verdict.Wins,
        new RatioInterval(0.44, 0.43, 0.45, 0.969, 6),
        new RatioInterval(0.41, 0.40, 0.42, 0.969, 6),
        null,
        0.023,
        0.018,
        -0.3,
        -0.26,
        -504,
        new SidePair<SideResult?>(SideResult, null),
        new SidePair<TraceResult?>(null, TraceResult),
        ["few-collections"],
        new Dictionary<string, string> { ["p99Ratio"] = "latency is not recorded" },
        PeakRatio: new RatioInterval(1.04, 1.03, 1.05, 0.969, 6),
        RetainedRatio: new RatioInterval(1.5, 1.4, 1.6, 0.969, 6));

    private static TraceResult TraceResult => new(
        "traces/c002.nettrace",
        3,
        true,
        1_000_000,
        null,
        new TracedBytesResult(5.04e8, 4.9e8, 5.2e8, 4_921),
        [new TracedTypeResult("System.Byte[]", new TracedBytesResult(301_202, 62_118, 880_914, 3), 4_120)],
        [new TraceCheckResult("GC pauses, traced against counted", "ms", 1.6, 1.889, 2.4, false)],
        [new AdviceResult("Orders.PriceAsync(string)", "suspends", "nothing", new TracedRateResult(1_024, 512, 2_048), null, null)],
        new Dictionary<string, string> { ["pausesMs"] = "no pause began inside the window" });

    private static SideResult SideResult => new(
        74.3, 504, 1.3e7, 140.5, 12.5, 2.25, 0.5, 0.37, null, new LatencyResult(70, 80, 95, null, 4_000_000, 123, 55, null),
        new LatencyResult(60, 70, 85, 99, 3_000_000, 124, null, 45), new ArrivalsResult(130, 5, 2, 17_000, 90_000, 12_345.5), Pressed, new Dictionary<string, string> { ["poolHitRate"] = "no pool" },
        104_857_600, 33_234_567, 2.5);

    private static PressureResult Pressed => new(
        52_428_800, new Dictionary<string, RateResult> { ["oldToYoungWritesPerMs"] = new(50, 49.5) }, 11_520_000, 3.1e7, 5.5, 1_000_000, 2.5e9, 2.25);
}
