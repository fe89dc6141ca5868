using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>One ratio per pair: the totals of the two sides over all measured slices, divided.</summary>
public static class PairRatios
{
    /// <summary>The ratios of each completed pair, in their order.</summary>
    public static IReadOnlyList<PairRatio> Of(IReadOnlyList<CompletedPair> pairs) => [.. pairs.Select(PairRatio.Between)];

    /// <summary>The log ratios of pairs by one metric; null where a pair has none, so that no sample silently omits pairs.</summary>
    public static double[]? Logs(IReadOnlyList<PairRatio> pairs, VerdictMetric metric)
    {
        double?[] ratios = [.. pairs.Select(pair => pair.Of(metric))];
        return ratios.Contains(null) ? null : [.. ratios.Select(ratio => Math.Log(ratio!.Value))];
    }

    /// <summary>The middle one of the ratios by one metric, for where there are too few pairs for an interval; null where no pair has one.</summary>
    public static double? Middle(IReadOnlyList<PairRatio> pairs, VerdictMetric metric)
    {
        var ratios = pairs.Select(pair => pair.Of(metric)).OfType<double>().Order().ToList();
        return ratios.Count == 0 ? null : Quantile.UpperMiddle(ratios);
    }

    /// <summary>The sums of elapsed time and operations of each pair, for the ratio of totals.</summary>
    public static PairTotals[] Totals(IReadOnlyList<CompletedPair> pairs) => [.. pairs.Select(pair => new PairTotals(Totals(pair.Baseline), Totals(pair.Candidate)))];

    /// <summary>Whether a side finished an operation in measurable time: without that a pair has no ratio.</summary>
    public static bool Usable(SideMeasurement measurement) => SideSums.Of(measurement.Slices).Usable;

    private static SideTotals Totals(SideMeasurement measurement)
    {
        var sums = SideSums.Of(measurement.Slices);
        return new SideTotals(sums.Time.Value, sums.Operations);
    }
}

/// <summary>Outliers: single pairs that lie far from all others.</summary>
public static class OddPairs
{
    // Fewer pairs do not show where a pair is expected.
    private const int Fewest = 5;

    // The median distance of a normal distribution is 0.6745 of its standard deviation. Five of these leave about one pair in a million to chance,
    // and some more where the distance itself is estimated from few pairs.
    private const double Distances = 5 / 0.6745;

    /// <summary>Their places in a list of ratios, in order; none where they are more than a third, which is a second group.</summary>
    /// <param name="ratios">One for each pair, all above 0.</param>
    /// <param name="margin">What counts as equivalent: a pair closer than that is not reported.</param>
    public static IReadOnlyList<int> Find(IReadOnlyList<double> ratios, double margin)
    {
        if (ratios.Count < Fewest || ratios.Any(ratio => !(ratio > 0) || !double.IsFinite(ratio))) return [];
        var logs = ratios.Select(ratio => Math.Log(ratio)).ToList();
        var middle = Quantile.Of([.. logs], 0.5);
        var away = logs.ConvertAll(log => Math.Abs(log - middle));
        var far = Math.Max(Distances * Quantile.Of([.. away], 0.5), Math.Log(1 + margin));
        List<int> odd = [.. Enumerable.Range(0, away.Count).Where(index => away[index] > far)];
        return odd.Count * 3 > ratios.Count ? [] : odd;
    }
}
