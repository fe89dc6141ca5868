using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Reporting.Traces;
using AsyncLoad.Tracing.Collections;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Tests.Reporting;

/// <summary>
/// A large run, made by hand: sixteen comparisons of loads and pressures for each result type, latencies where operations take their time, a sweep
/// with its crossing, and traces with hundreds of collections.
/// </summary>
internal static class SampleMatrix
{
    private static readonly LoadSettings[] Loads =
    [
        new LoadSettings.Sequential(), new LoadSettings.ParallelFor(), new LoadSettings.ClosedLoop(8), new LoadSettings.OpenLoop(20_000, null, ArrivalSpacing.Poisson),
    ];

    private static readonly PressureSettings[] Pressures = [PressureSettings.Calm, PressureSettings.OldHeap, PressureSettings.Churn, PressureSettings.LargeObjects];

    /// <summary>The run; <paramref name="results"/> × 16 + 6 comparisons.</summary>
    public static RunAnalysis Create(int results = 2)
    {
        List<ComparisonAnalysis> comparisons =
        [
            .. from result in Enumerable.Range(0, results)
               from load in Enumerable.Range(0, Loads.Length)
               from pressure in Enumerable.Range(0, Pressures.Length)
               select Cell(new Place(result, load, pressure)),
        ];
        var sweep = Sweep(comparisons.Count);
        comparisons.AddRange(sweep.Steps.Select(step => step.Comparison));
        var run = SampleRun.Create();
        return run with
        {
            Manifest = run.Manifest with { Plan = run.Manifest.Plan with { ProfileName = "pressure-map", Comparisons = [.. comparisons.Select(entry => entry.Comparison)], Sweeps = [sweep.Sweep] } },
            Comparisons = comparisons,
            Crossovers = [sweep],
        };
    }

    private static ComparisonAnalysis Cell(Place place)
    {
        var ratio = place.Ratio;
        var pressed = SampleComparison.Of(Comparison(place), ratio, (place.Nanoseconds, 504), (place.Nanoseconds * ratio.Estimate, place.Pressure == 3 ? 72 : 0));
        var judged = pressed with { Verdict = place.Verdict, Warnings = place.Warnings };
        var timed = Loads[place.Load] is LoadSettings.ClosedLoop or LoadSettings.OpenLoop ? Timed(judged, place) : judged;
        return place is { Result: 0, Load: 1 } ? Traced(timed) : timed;
    }

    private static ComparisonAnalysis Timed(ComparisonAnalysis comparison, Place place)
    {
        var timed = comparison.With(VerdictMetric.P99, place.Ratio);
        return Loads[place.Load] is LoadSettings.OpenLoop
            ? timed.WithLatencies(SampleComparison.Latency(9_000_000 + (place.Pressure * 4_000_000)), SampleComparison.Latency(4_000_000 + (place.Pressure * 1_000_000)))
            : timed.WithLatencies(SampleLatencies.Closed(21_000, 3_000_000 * (1 + place.Pressure), 60_000), SampleLatencies.Closed(14_000, 800_000 * (1 + place.Pressure), 90_000));
    }

    private static ComparisonAnalysis Traced(ComparisonAnalysis comparison)
    {
        var both = SampleComparison.Await(comparison.Comparison.Ordinal, Loads[1], PressureSettings.OldHeap, comparison.Ratio.Value!, 100).Sides.Select(side => side.Trace.Value!);
        return comparison.With(both.Baseline with { Collections = Collections(both.Baseline.Window!), Stacks = SampleDigest.Create().Allocation!.Stacks }, both.Candidate);
    }

    // Those of half a minute, within the window's third of a second.
    private static IReadOnlyList<TracedGc> Collections(TraceWindow window) =>
        [.. SampleDigest.Collections().Select(collection => collection with { StartMs = window.StartMs + (collection.StartMs / 100), PauseMs = collection.PauseMs / 100 })];

    private static CrossoverAnalysis Sweep(int before)
    {
        const double Megabyte = 1 << 20;
        double[] megabytes = [0, 100, 200, 250, 400, 800];
        var steps = megabytes.Select((megabyte, index) =>
        {
            var ratio = Interval(Math.Exp((230 - megabyte) / 1_500), 0.025);
            var place = new Place(0, 0, 1) { Ordinal = before + index + 1 };
            var step = Comparison(place);
            var pressure = PressureSettings.OldHeap with { Name = FormattableString.Invariant($"old-heap-liveSet-{megabyte}MB") };
            var comparison = step with
            {
                Id = FormattableString.Invariant($"one-level/liveSet={megabyte}MB"),
                Experiment = "one-level",
                Baseline = step.Baseline with { Pressure = pressure },
                Candidate = step.Candidate with { Pressure = pressure },
            };
            return new StepAnalysis(megabyte * Megabyte, SampleComparison.Of(comparison, ratio, (90 + (megabyte / 8), 504), ((90 + (megabyte / 8)) * ratio.Estimate, 0)) with { Verdict = VerdictOf(ratio) });
        }).ToList();
        return new CrossoverAnalysis(
            new Sweep(
                "one-level/pressure.liveSet=0MB..800MB", "pressure.liveSet", AxisUnit.Bytes, new StepGrid(0, 800 * Megabyte, Megabyte, null), 12, steps[0].Comparison.Comparison,
                [.. steps.Select(step => new SweepStep(step.At, step.Comparison.Comparison.Id))]),
            steps,
            new CrossingEstimate.At(229 * Megabyte, 187 * Megabyte, 268 * Megabyte, 0.95),
            true,
            null);
    }

    private static Comparison Comparison(Place place)
    {
        var (load, pressure) = (Loads[place.Load], Pressures[place.Pressure]);
        var parameters = new Dictionary<string, string> { ["deep"] = "true", ["result"] = FormattableString.Invariant($"type-{place.Result + 1}") };
        return new Comparison(
            FormattableString.Invariant($"completed-calls/await-value-task-vs-await-task/{load.Slug}/{pressure.Name}/result={place.Result}"),
            place.Ordinal,
            "completed-calls",
            Side("await-task"),
            Side("await-value-task"),
            []);

        Cell Side(string variant) => new(FormattableString.Invariant($"c{place.Ordinal:D3}-{variant}"), "call-chain", variant, parameters, load, pressure, GcSettings.Default);
    }

    private static RatioInterval Interval(double estimate, double width) => new(estimate, estimate * (1 - width), estimate * (1 + width), 0.96875, 6);

    private static Verdict VerdictOf(RatioInterval ratio) => ratio switch
    {
        { High: < 1, Estimate: < 0.97 } => Verdict.Wins,
        { Low: > 1, Estimate: > 1.03 } => Verdict.Loses,
        { Low: > 0.97, High: < 1.03 } => Verdict.Equivalent,
        _ => Verdict.Inconclusive,
    };

    /// <summary>Where a comparison stands in the matrix.</summary>
    private sealed record Place(int Result, int Load, int Pressure)
    {
        public int Ordinal { get; init; } = (Result * 16) + (Load * 4) + Pressure + 1;

        public double Nanoseconds => Load >= 2 ? 24_000 * (1 + (0.2 * Pressure)) : 60 + (Load * 11) + (Pressure * 23);

        // From far below 1 to above it, so that every verdict is there.
        public RatioInterval Ratio => Interval(
            Load switch { 0 => 0.38, 1 => 0.62, 2 => 0.99, _ => 1.12 } * (1 + (0.11 * Pressure * (Load - 1))) * (1 + (0.015 * (Result % 3))),
            Pressure == 2 ? 0.06 : 0.02);

        public Verdict Verdict => VerdictOf(Ratio);

        public IReadOnlyList<Warning> Warnings => Verdict == Verdict.Inconclusive
            ? [new Warning("wide-interval", WarningSeverity.Note, "The interval is ±6 % wide and holds 1.", "Ask for more pairs with --pairs 12, or for a quieter machine.")]
            : [];
    }
}
