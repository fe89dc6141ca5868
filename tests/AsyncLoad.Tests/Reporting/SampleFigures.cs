using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;

namespace AsyncLoad.Tests.Reporting;

/// <summary>
/// A run without verdicts, made by hand: a source with several tables, a source with pooled variants, a workload of our own over a simulated
/// device, bytes that vary, a heap under pressure, and a comparison that was dropped.
/// </summary>
internal static class SampleFigures
{
    private const string Dropped = "dropped: the candidate crashed twice in slice 3 (exit code 134)";

    private static readonly RatioInterval AnyRatio = new(0.5, 0.4, 0.6, 0.95, 2);
    private static readonly LoadSettings Sequential = new LoadSettings.Sequential();
    private static readonly LoadSettings Wave = new LoadSettings.Wave();

    public static RunAnalysis Create()
    {
        ComparisonAnalysis[] comparisons =
        [
            Prices(1, (Sequential, PressureSettings.Calm), "value-task", (1_412.0, 80), (1_388.0, 0)),
            Prices(2, (Sequential, PressureSettings.Calm), "value-task-pooled-await", (1_420.0, 80), (1_655.0, 112)),
            Prices(3, (Wave, PressureSettings.Calm), "value-task", (1_390.0, 80), (1_377.0, 0)),
            Prices(4, (Sequential, PressureSettings.OldHeap), "value-task", (2_240.0, 80), (1_402.0, 0)),
            Pooled(5),
            Device(6),
            Unmeasured(7),
        ];
        var run = SampleRun.Create();
        return run with
        {
            Manifest = run.Manifest with { Plan = PlanOf(run.Manifest.Plan, comparisons) },
            Catalogue = run.Catalogue with { Workloads = [StockPrices(), Wrapping(), SimulatedIo()] },
            Comparisons = comparisons,
            Gates = [],
        };
    }

    private static Plan PlanOf(Plan plan, ComparisonAnalysis[] comparisons) => plan with
    {
        ProfileName = "seeds",
        Measure = plan.Measure with { Looks = [2], Verdicts = false },
        Comparisons = [.. comparisons.Select(comparison => comparison.Comparison)],
    };

    private static ComparisonAnalysis Prices(
        int ordinal,
        (LoadSettings Load, PressureSettings Pressure) condition,
        string candidate,
        (double Ns, double Bytes) taskFigures,
        (double Ns, double Bytes) candidateFigures) =>
        Unjudged(Comparison(ordinal, "stock-prices", ("task", candidate), condition), taskFigures, candidateFigures);

    // Misses are an estimate from samples; the outer box is missing where the inner method finished first, so bytes vary.
    private static ComparisonAnalysis Pooled(int ordinal)
    {
        var measured = Unjudged(
            Comparison(ordinal, "wrapping", ("async-task-over-task", "pooled-over-pooled"), (Wave, PressureSettings.Calm), ("probability", "0")), (771.2, 207.2), (640.5, 6.2));
        var varying = measured.Sides.Candidate;
        return measured.WithoutReasons() with
        {
            Sides = new SidePair<SideAnalysis>(
                measured.Sides.Baseline with { Bytes = new CountedBytes(207.2, 206.4, 207.9, null) },
                varying with
                {
                    Bytes = new CountedBytes(null, 5.5, 7.4, "count slices disagree: 5.5 to 7.4 B/op"),
                    Ledger = varying.Ledger.Value! with { BytesPerOperation = null },
                    Pool = new PoolHitRate(0.9712, 0.9633, 0.9786, 11_520.4, 400_000),
                }),
        };
    }

    private static ComparisonAnalysis Device(int ordinal) =>
        Unjudged(Comparison(ordinal, "simulated-io", ("task", "value-task"), (Sequential, PressureSettings.Calm)), (123_456, 104), (122_907, 112))
            .WithBaseline(side => side with { Device = Delivered(118_000, 405_000) })
            .WithCandidate(side => side with { Device = Delivered(120_001, 4_100_000) });

    private static ComparisonAnalysis Unmeasured(int ordinal) =>
        Unjudged(Comparison(ordinal, "wrapping", ("task-over-task", "value-task-over-pooled"), (Sequential, PressureSettings.Calm), ("probability", "1")), (1, 0), (1, 0))
            .WithoutReasons()
            .With(VerdictMetric.Wall, new(null, Dropped))
            .WithSides(side => side with { Ledger = new(null, Dropped) }) with
        { Pairs = [], Totals = null };

    private static DeviceReport Delivered(long p50, long p99) =>
        new(8_200, new Nanoseconds(100_000), new Nanoseconds(400_000), new Nanoseconds(p50), new Nanoseconds(p99));

    private static ComparisonAnalysis Unjudged(Comparison comparison, (double Ns, double Bytes) baseline, (double Ns, double Bytes) candidate)
    {
        const string Reason = "the profile asks for figures, not verdicts";
        return SampleComparison.Of(comparison, AnyRatio, baseline, candidate)
            .With(VerdictMetric.Wall, new(null, Reason))
            .With(VerdictMetric.Cpu, new(null, Reason)) with
        { Verdict = new(null, Reason), Split = new(null, Reason) };
    }

    private static ComparisonAnalysis WithoutReasons(this ComparisonAnalysis comparison) =>
        comparison.With(VerdictMetric.Wall, null).With(VerdictMetric.Cpu, null) with { Verdict = null, Split = null };

    private static Comparison Comparison(
        int ordinal,
        string workload,
        (string Baseline, string Candidate) variants,
        (LoadSettings Load, PressureSettings Pressure) condition,
        params IReadOnlyList<(string Name, string Value)> parameters)
    {
        var (load, pressure) = condition;
        return new Comparison($"{workload}/{variants.Candidate}/{load.Slug}/{pressure.Name}", ordinal, workload, Cell(variants.Baseline), Cell(variants.Candidate), []);

        Cell Cell(string variant) => new(
            $"c00{ordinal}-{variant}", workload, variant, parameters.ToDictionary(entry => entry.Name, entry => entry.Value), load, pressure, GcSettings.Default);
    }

    private static WorkloadDescription StockPrices() => new(
        "stock-prices",
        "a price found by a linear search",
        "The performance characteristics of async methods in C#, S. Tepliakov, 2018",
        [],
        [Variant("sync"), Variant("task"), Variant("value-task"), Variant("value-task-pooled-await")],
        [
            new("sync", Parameters(), 2_177, 0, "async overhead", null),
            new("value-task", Parameters(), 1_519, 0, "ValueTask", null),
            new("task", Parameters(), 2_523, null, "async overhead", null),
            new("task", Parameters(), 1_552, 88, "ValueTask", null),
            new("task", Parameters(), null, 88, "closures", "2505; 9.1"),
        ],
        ".NET Framework 4.7.2, machine not stated",
        [new("88 B for each Task<decimal>; here 80 B", "Task<T> lost a field when contexts moved into the state machine's box.")],
        []);

    private static WorkloadDescription Wrapping() => new(
        "wrapping",
        "an outer method forwards or awaits an inner one",
        "Task over ValueTask<>, Laszlo, 2025",
        [],
        [Variant("task-over-task"), Variant("async-task-over-task"), Variant("value-task-over-pooled"), Variant("pooled-over-pooled")],
        [
            new("task-over-task", Parameters(("probability", "0")), 655.691, 104, null, null),
            new("task-over-task", Parameters(("probability", "1")), 4.745, 0, null, null),
            new("async-task-over-task", Parameters(("probability", "0")), 771.259, 208, null, null),
            new("value-task-over-pooled", Parameters(("probability", "0")), 626.790, 0, null, null),
        ],
        null,
        [],
        []);

    private static WorkloadDescription SimulatedIo() =>
        new("simulated-io", "reads from a device that takes its time", null, [], [Variant("task"), Variant("value-task")], [], null, [], []);

    private static VariantDescription Variant(string id) => new(id, "does the job", "Task<T>", "default", null, 0);

    private static Dictionary<string, string> Parameters(params IEnumerable<(string Name, string Value)> parameters) =>
        parameters.ToDictionary(entry => entry.Name, entry => entry.Value);
}
