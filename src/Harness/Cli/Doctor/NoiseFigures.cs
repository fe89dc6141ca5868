using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Harness.Cli.Doctor;

/// <summary>What pairs of a variant with itself say of a machine.</summary>
internal static class NoiseFigures
{
    private const double Confidence = 0.95;

    /// <summary>One figure a load, in the order of measuring, then one of the pairs that went side by side.</summary>
    public static IReadOnlyList<NoiseFigure> Of(IReadOnlyList<JournalEntry.Pair> pairs)
    {
        var alone = pairs.Where(pair => pair.Processors is null).ToList();
        return [.. NoiseRun.Loads.Select(load => Of(load, Completed(alone, load), Took(alone, load))), .. Beside(alone, [.. pairs.Where(pair => pair.Processors is not null)])];
    }

    private static IEnumerable<NoiseFigure> Beside(IReadOnlyList<JournalEntry.Pair> alone, IReadOnlyList<JournalEntry.Pair> beside)
    {
        if (beside.Count == 0) yield break;
        var (load, jobs) = (beside[0].Comparison, beside.DistinctBy(pair => pair.Processors![0]).Count());
        var completed = Completed(beside, load);
        var figure = Of(load, completed, Took(beside, load));
        // So many pairs are done in the time of one.
        yield return figure with { Minutes = figure.Minutes / jobs, Jobs = jobs, Slower = (Cost(completed) / Cost(Completed(alone, load))) - 1 };
    }

    private static IReadOnlyList<CompletedPair> Completed(IReadOnlyList<JournalEntry.Pair> pairs, string load) =>
        PairProgress.Of(pairs.Where(pair => pair.Comparison == load)).Completed;

    // Median over pairs of the geometric mean of both sides.
    private static double? Cost(IReadOnlyList<CompletedPair> pairs) =>
        SampleRange.Of([.. PairRatios.Of(pairs).Select(ratio => ratio.Costs).OfType<SidePair<SideCost>>().Select(sides => Math.Sqrt(sides.Baseline.Wall * sides.Candidate.Wall))])?.Median;

    private static NoiseFigure Of(string load, IReadOnlyList<CompletedPair> pairs, double? seconds)
    {
        var spread = StandardDeviation.Of([.. PairRatios.Of(pairs).Select(ratio => Math.Log(ratio.Wall))]);
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
