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

    /// <summary>One figure a load, in the order of measuring.</summary>
    public static IReadOnlyList<NoiseFigure> Of(IReadOnlyList<JournalEntry.Pair> pairs) =>
        [.. NoiseRun.Loads.Select(load => Of(load, PairProgress.Of(pairs.Where(pair => pair.Comparison == load)).Completed, Took(pairs, load)))];

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
