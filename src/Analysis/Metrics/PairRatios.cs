using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>One ratio per pair: the totals of the two sides over all measured slices, divided.</summary>
public static class PairRatios
{
    /// <summary>The ratios of each completed pair, in their order.</summary>
    public static IReadOnlyList<PairRatio> Of(IReadOnlyList<CompletedPair> pairs)
    {
        ArgumentNullException.ThrowIfNull(pairs);
        return [.. pairs.Select(PairRatio.Between)];
    }

    /// <summary>The log ratios of pairs by one metric; null where a pair has none, so that no sample silently omits pairs.</summary>
    public static double[]? Logs(IReadOnlyList<PairRatio> pairs, VerdictMetric metric)
    {
        ArgumentNullException.ThrowIfNull(pairs);
        double?[] ratios = [.. pairs.Select(pair => pair.Of(metric))];
        return ratios.Contains(null) ? null : [.. ratios.Select(ratio => Math.Log(ratio!.Value))];
    }

    /// <summary>The middle one of the ratios by one metric, for where there are too few pairs for an interval; null where no pair has one.</summary>
    public static double? Middle(IReadOnlyList<PairRatio> pairs, VerdictMetric metric)
    {
        ArgumentNullException.ThrowIfNull(pairs);
        var ratios = pairs.Select(pair => pair.Of(metric)).OfType<double>().Order().ToList();
        return ratios.Count == 0 ? null : Quantile.UpperMiddle(ratios);
    }

    /// <summary>The sums of elapsed time and operations of each pair, for the ratio of totals.</summary>
    public static PairTotals[] Totals(IReadOnlyList<CompletedPair> pairs)
    {
        ArgumentNullException.ThrowIfNull(pairs);
        return [.. pairs.Select(pair => new PairTotals(Totals(pair.Baseline), Totals(pair.Candidate)))];
    }

    /// <summary>Whether a side finished an operation in measurable time: without that a pair has no ratio.</summary>
    public static bool Usable(SideMeasurement measurement)
    {
        ArgumentNullException.ThrowIfNull(measurement);
        return SideSums.Of(measurement.Slices).Usable;
    }

    private static SideTotals Totals(SideMeasurement measurement)
    {
        var sums = SideSums.Of(measurement.Slices);
        return new SideTotals(sums.Time.Value, sums.Operations);
    }
}
