using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;

namespace AsyncLoad.Tests.Reporting;

/// <summary>A run like the smoke profile's, made by hand: figures are plausible and fixed, every kind of output has something to show.</summary>
internal static class SampleRun
{
    public static IReadOnlyDictionary<string, string> Parameters { get; } =
        new SortedDictionary<string, string>(StringComparer.Ordinal) { ["deep"] = "true", ["result"] = "string" };

    public static RunAnalysis Create()
    {
        ComparisonAnalysis[] comparisons =
        [
            SampleComparison.Await(1, new LoadSettings.Sequential(), PressureSettings.Calm, Interval(0.954, 0.861, 1.043), 74.3) with
            {
                Warnings =
                [
                    new Warning("no-steady-state", WarningSeverity.Warning, "2 of 6 pairs reached the warm-up cap of 5s while their rate still drifted by 4 %.", "Raise measure.warmUpCap."),
                    new Warning("wide-interval", WarningSeverity.Note, "The interval is ±9 % wide and holds 1.", "Ask for more pairs with --pairs 12, or for a quieter machine."),
                ],
                Verdict = Verdict.Inconclusive,
            },
            SampleComparison.Await(2, new LoadSettings.ParallelFor(), PressureSettings.Calm, Interval(0.4437, 0.4251, 0.4602), 47.2)
                .With(VerdictMetric.P99, Interval(0.912, 0.871, 0.964))
                .WithLatencies(SampleComparison.Latency(12_000_000), SampleComparison.Latency(9_000_000)),
            SampleComparison.Await(3, new LoadSettings.ParallelFor(), PressureSettings.OldHeap, Interval(0.2718, 0.2466, 0.3004), 67.4) with
            {
                Warnings = [new Warning("pressure-uneven", WarningSeverity.Warning, "The sides' pressurers delivered 188 and 199 of 200 writes/ms.", "Lower pressure.oldToYoungWritesPerMs or free a core.")],
            },
            SampleComparison.Direct(4, new LoadSettings.ParallelFor(), PressureSettings.OldHeap),
        ];
        return new RunAnalysis(Manifest(comparisons), Catalogue(), comparisons, [], LoadOverhead(), Gates(comparisons), []);
    }

    private static RatioInterval Interval(double estimate, double low, double high) => new(estimate, low, high, 0.96875, 6);

    private static RunManifest Manifest(ComparisonAnalysis[] comparisons) => new(
        RunManifest.CurrentSchemaVersion,
        "0.2.0",
        ".NET 10.0.12",
        new DateTimeOffset(2026, 3, 1, 12, 0, 0, TimeSpan.Zero),
        new DateTimeOffset(2026, 3, 1, 12, 1, 43, TimeSpan.Zero),
        RunStatus.Complete,
        new MachineFingerprint("4f1c9a02", "Debian GNU/Linux 12", "X64", "AMD EPYC 7763", 2, 8L << 30, null),
        new Plan(
            "smoke",
            "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            1,
            MeasureSettings.Default with { Slices = 30, Looks = [6] },
            [.. comparisons.Select(comparison => comparison.Comparison)],
            [],
            [],
            [],
            [],
            new Forecast(Duration.FromSeconds(100), Duration.FromSeconds(100), ByteSize.FromMegabytes(40), ByteSize.FromMegabytes(400))),
        ["Another AsyncLoad is measuring on this machine."],
        []);

    private static Catalogue Catalogue() => new(
        AsyncLoad.Model.Catalogues.Catalogue.CurrentSchemaVersion,
        "0.2.0",
        ".NET 10.0.12",
        [
            new WorkloadDescription(
                "call-chain",
                "a chain of five calls that ends in a constant, completing synchronously",
                "Surprising cost of synchronous fast-paths in asynchronous methods, J. Cincura, 2021",
                [],
                [
                    new("direct-task", "passes a completed task up unchanged", "Task<T>", "none", null, 0),
                    new("await-task", "async and await at every level", "Task<T>", "default", null, 0),
                    new("direct-value-task", "passes a ValueTask up unchanged", "ValueTask<T>", "none", null, 0),
                    new("await-value-task", "async and await at every level", "ValueTask<T>", "default", null, 0),
                ],
                [
                    new("direct-task", Parameters, 6.3206, 72, null, null),
                    new("await-task", Parameters, 94.6696, 504, null, null),
                    new("direct-value-task", Parameters, 9.8505, 0, null, null),
                    new("await-value-task", Parameters, 138.4892, 0, null, null),
                ],
                ".NET 5.0.8, BenchmarkDotNet 0.13.0, Ryzen 7 5800X",
                [],
                []),
        ]);

    private static IReadOnlyList<LoadOverheadAnalysis> LoadOverhead() =>
    [
        new("sequential", "default", "task", 3.21, 3.24, null, 0.0, 0, 1_000_000),
        new("sequential", "default", "value-task", 3.18, 3.2, null, 0.0, 0, 1_000_000),
        new("parallelFor", "default", "task", 1.74, 3.4, null, 0.0016, 1567, 1_000_000),
        new("parallelFor", "default", "value-task", null, null, null, null, null, null),
        new("openLoop-1000", "default", "task", 24_318, 41_207, 12_345, 0.12, 375, 3_000),
    ];

    private static IReadOnlyList<GateResult> Gates(ComparisonAnalysis[] comparisons)
    {
        var ids = comparisons.Select(comparison => comparison.Comparison.Id).ToList();
        return
        [
            new(ids[1], "bytesPerOperation", "await-value-task", 0, 0, GateState.Passed, "0 B/op, and 0.05 B/op would still pass.", InconclusivePolicy.Fail),
            new(ids[2], "pauseShare", "await-task", 0.25, 0.37, GateState.Failed, "37 % of the time went into pauses; 25 % would pass.", InconclusivePolicy.Fail),
            new(ids[0], "ratio", "await-value-task", 1.02, 0.954, GateState.Inconclusive, "The interval reaches 1.04, past 1.02.", InconclusivePolicy.Warn),
            new(ids[3], "eventsLost", "direct-value-task", 0, null, GateState.Broken, "The traced run crashed: exit code 134.", InconclusivePolicy.Fail),
        ];
    }
}
