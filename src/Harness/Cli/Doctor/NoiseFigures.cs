using System.Globalization;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Harness.Cli.Doctor;

/// <summary>The noise of a machine, from pairs of a variant with itself.</summary>
internal static class NoiseFigures
{
    /// <summary>Id of the fact.</summary>
    public const string FactId = "noise";

    private const double Confidence = 0.95;

    /// <summary>One figure per load, in the order of measuring, then one for the pairs measured side by side.</summary>
    public static IReadOnlyList<NoiseFigure> Of(IReadOnlyList<JournalEntry.Pair> pairs)
    {
        var alone = pairs.Where(pair => pair.Processors is null).ToList();
        return [.. NoiseRun.Loads.Select(load => Of(load, Completed(alone, load), Took(alone, load))), .. Beside(alone, [.. pairs.Where(pair => pair.Processors is not null)])];
    }

    /// <summary>Whether the machine is quiet enough for the width that profiles ask for, and how long that takes. Only figures of one pair at a time count.</summary>
    public static DoctorFact Fact(IReadOnlyList<NoiseFigure> figures)
    {
        var known = figures.Where(figure => figure is { Jobs: null, Spread: not null }).ToList();
        var wide = known.Where(figure => figure.Look is null).ToList();
        var narrow = string.Create(CultureInfo.InvariantCulture, $"±{100 * NoiseRun.Measure.HalfWidth:0.#} %");
        var (most, looks) = (NoiseRun.Measure.Looks[^1], NoiseRun.Measure.Looks);
        return new DoctorFact(
            FactId,
            known.Count == 0 ? FactState.Unknown : wide.Count > 0 ? FactState.Warn : FactState.Ok,
            known.Count == 0 ? "too few pairs were done in time"
            : wide.Count == 0 ? $"{narrow} for one comparison takes {string.Join(", ", known.Select(Time))}"
            : $"too noisy for {narrow}: {string.Join(", ", known.Select(Time))}",
            "pairs decide a ratio, and the number that an interval needs grows with the square of their spread",
            wide.Count == 0 ? null : string.Create(CultureInfo.InvariantCulture, $"stop what disturbs the machine, or measure elsewhere; here expect about ±{100 * wide.Max(figure => figure.Spread!.Value * HalfWidth.AtLook(most, looks)!.Value):0.0} % after {most} pairs, and more inconclusive verdicts"));
    }

    private static string Time(NoiseFigure figure) => figure switch
    {
        { Look: not null } => string.Create(CultureInfo.InvariantCulture, $"{figure.Minutes:0.0} min under {figure.Load}"),
        { PairsNeeded: { } pairs } => string.Create(CultureInfo.InvariantCulture, $"{figure.Minutes:0.0} min under {figure.Load} (--pairs {pairs}, beyond the default looks)"),
        _ => $"out of reach under {figure.Load}",
    };

    private static IEnumerable<NoiseFigure> Beside(IReadOnlyList<JournalEntry.Pair> alone, IReadOnlyList<JournalEntry.Pair> beside)
    {
        if (beside.Count == 0) yield break;
        var (load, jobs) = (beside[0].Comparison, beside.DistinctBy(pair => pair.Processors![0]).Count());
        var completed = Completed(beside, load);
        var figure = Of(load, completed, Took(beside, load));
        // That many pairs take the time of one.
        yield return figure with { Minutes = figure.Minutes / jobs, Jobs = jobs, Slower = (Cost(completed) / Cost(Completed(alone, load))) - 1 };
    }

    private static IReadOnlyList<CompletedPair> Completed(IReadOnlyList<JournalEntry.Pair> pairs, string load) =>
        PairProgress.Of(pairs.Where(pair => pair.Comparison == load)).Completed;

    // Median over pairs of the geometric mean of both sides.
    private static double? Cost(IReadOnlyList<CompletedPair> pairs) =>
        SampleRange.Of([.. PairRatios.Of(pairs).Select(ratio => ratio.Costs).OfType<SidePair<JudgedFigures>>().Select(sides => Math.Sqrt(sides.Baseline.Wall * sides.Candidate.Wall))])?.Median;

    private static NoiseFigure Of(string load, IReadOnlyList<CompletedPair> pairs, double? seconds)
    {
        var spread = StandardDeviation.Of([.. PairRatios.Of(pairs).Select(ratio => Math.Log(ratio.Ratios.Wall))]);
        (double Low, double High)? bounds = spread is { } known ? SpreadInterval.Of(known, pairs.Count, Confidence) : null;
        var (needed, look) = (PairsNeeded(spread), Look(spread));
        return new NoiseFigure(
            load,
            pairs.Count,
            spread,
            bounds?.Low,
            bounds?.High,
            seconds,
            SampleRange.Of([.. pairs.Select(pair => pair.Environment?.OtherCores).OfType<double>()])?.Median,
            NoiseRun.Measure.HalfWidth,
            needed,
            look,
            (look ?? needed) * seconds / 60);
    }

    private static double? Took(IEnumerable<JournalEntry.Pair> pairs, string load) =>
        SampleRange.Of([.. pairs.Where(pair => pair.Comparison == load).Select(pair => pair.Took.Seconds)])?.Median;

    private static int? PairsNeeded(double? spread) =>
        spread is { } known ? HalfWidth.PairsFor(known, NoiseRun.Measure.HalfWidth, Looks.MostPairs) : null;

    private static int? Look(double? spread)
    {
        var looks = NoiseRun.Measure.Looks;
        return looks.Select(look => (int?)look).FirstOrDefault(look => HalfWidth.AtLook(look!.Value, looks) * spread <= NoiseRun.Measure.HalfWidth);
    }
}
