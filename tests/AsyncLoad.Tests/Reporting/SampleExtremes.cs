using AsyncLoad.Analysis;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Tests.Analysis;

namespace AsyncLoad.Tests.Reporting;

/// <summary>Runs at the edges of what pages, charts and tables have to hold, made by hand.</summary>
internal static class SampleExtremes
{
    private const string Dropped = "dropped: a pair failed twice";

    private static readonly (LoadSettings Load, PressureSettings Pressure)[] Conditions =
    [
        .. from load in new LoadSettings[] { new LoadSettings.Sequential(), new LoadSettings.ParallelFor(), new LoadSettings.ClosedLoop(8), new LoadSettings.Wave(64), new LoadSettings.ClosedLoop(1) }
           from pressure in new[] { PressureSettings.Calm, PressureSettings.OldHeap, PressureSettings.Churn, PressureSettings.LargeObjects }
           select (load, pressure),
    ];

    /// <summary>A name of 120 characters, as generic methods have.</summary>
    public static string LongName { get; } = string.Concat(Enumerable.Repeat("Pricing.Quotes.Repository.Load", 4));

    /// <summary>The runs by their names.</summary>
    public static IReadOnlyDictionary<string, Func<RunAnalysis>> All { get; } = new SortedDictionary<string, Func<RunAnalysis>>(StringComparer.Ordinal)
    {
        ["far"] = Far,
        ["dropped"] = AllDropped,
        ["skipped"] = AllSkipped,
        ["one"] = () => First(1),
        ["forty"] = Forty,
        ["long"] = () => HostileRun.Of(LongName),
        ["markup"] = () => HostileRun.Of("a<b>|c`d`*e*_f_[g](h)&amp;"),
    };

    /// <summary>Ratios of a hundredth and a hundred, and intervals over several powers of ten.</summary>
    public static RunAnalysis Far() => Of(
    [
        Compared(1, Interval(0.0101, 0.0098, 0.0105), 74.3),
        Compared(2, Interval(103.4, 97.1, 110.2), 74.3),
        Compared(3, Interval(0.9, 0.002, 400), 1_200_000),
        Compared(4, Interval(1.0004, 0.9998, 1.0011), 3_400_000_000),
        Compared(5, Interval(0.0123, 0.0004, 60), 0.31),
    ]);

    /// <summary>The first comparisons of the sample run.</summary>
    public static RunAnalysis First(int count)
    {
        var run = SampleRun.Create();
        return Of([.. run.Comparisons.Take(count)]) with { Gates = [.. run.Gates.Skip(2).Take(1)] };
    }

    /// <summary>Forty comparisons of two result types, whose ratios cover all verdicts.</summary>
    public static RunAnalysis Forty() => Of([.. Enumerable.Range(1, 40).Select(ordinal => Compared(ordinal, Interval(0.2 * Math.Exp(ordinal * 0.06), 0.19 * Math.Exp(ordinal * 0.06), 0.215 * Math.Exp(ordinal * 0.06)), 20 * ordinal))]);

    /// <summary>A run in which every pair of every comparison failed.</summary>
    public static RunAnalysis AllDropped()
    {
        var run = SampleRun.Create();
        return Of([.. run.Comparisons.Select(NotMeasured)]);
    }

    /// <summary>A run whose plan skipped every comparison.</summary>
    public static RunAnalysis AllSkipped()
    {
        var run = Of([]);
        return run with
        {
            LoadOverhead = [],
            Manifest = run.Manifest with
            {
                Plan = run.Manifest.Plan with
                {
                    Skipped = [.. Conditions.Take(4).Select(at => new SkippedComparison($"completed-calls/await-value-task/{at.Load.Slug}/{at.Pressure.Name}", "the runtime net6.0 is not installed; install it or remove it from the profile"))],
                },
            },
        };
    }

    private static ComparisonAnalysis NotMeasured(ComparisonAnalysis comparison)
    {
        foreach (var metric in Enum.GetValues<VerdictMetric>()) comparison = comparison.With(metric, new Figure<RatioInterval?>(null, Dropped));
        return comparison.With(new Figure<AsyncLoad.Tracing.Runs.TraceAnalysis?>(null, Dropped), new Figure<AsyncLoad.Tracing.Runs.TraceAnalysis?>(null, Dropped))
            .WithLatencies(null, null)
            .WithSides(side => side with { Ledger = new(null, Dropped) }) with
        {
            Verdict = new Figure<Verdict?>(null, Dropped),
            HalfWidth = new(null, Dropped),
            Totals = new(null, Dropped),
            Split = new(null, Dropped),
            BytesDifference = new(null, Dropped),
            Spread = new(null, Dropped),
            Pairs = [],
            Warnings = [],
        };
    }

    private static ComparisonAnalysis Compared(int ordinal, RatioInterval ratio, double ns)
    {
        var (load, pressure) = Conditions[(ordinal - 1) % Conditions.Length];
        var compared = SampleComparison.Await(ordinal, load, pressure, ratio, ns);
        var parameters = new Dictionary<string, string>(StringComparer.Ordinal) { ["result"] = ordinal > Conditions.Length ? "decimal" : "string" };
        return compared with
        {
            Verdict = VerdictOf(ratio),
            Comparison = compared.Comparison with
            {
                Id = $"{compared.Comparison.Id}/{ordinal}",
                Baseline = compared.Comparison.Baseline with { Parameters = parameters },
                Candidate = compared.Comparison.Candidate with { Parameters = parameters },
            },
        };
    }

    private static RunAnalysis Of(IReadOnlyList<ComparisonAnalysis> comparisons)
    {
        var run = SampleRun.Create();
        return run with
        {
            Comparisons = comparisons,
            Gates = [],
            Manifest = run.Manifest with { Plan = run.Manifest.Plan with { Comparisons = [.. comparisons.Select(entry => entry.Comparison)] } },
        };
    }

    private static RatioInterval Interval(double estimate, double low, double high) => new(estimate, low, high, 0.96875, 6);

    private static Verdict VerdictOf(RatioInterval ratio) => ratio switch
    {
        { High: < 0.97 } => Verdict.Wins,
        { Low: > 1.03 } => Verdict.Loses,
        { Low: > 0.97, High: < 1.03 } => Verdict.Equivalent,
        _ => Verdict.Inconclusive,
    };
}
