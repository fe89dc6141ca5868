using AsyncLoad.Analysis.Statistics;

namespace AsyncLoad.Analysis.Trace;

/// <summary>Sums up the pauses of a window.</summary>
internal static class PauseStatistics
{
    /// <summary>Sum, median, 95th percentile and maximum; null when there was no pause.</summary>
    public static PauseSummary? Summarise(IReadOnlyList<double> pausesMs)
    {
        if (pausesMs.Count == 0) return null;
        var sorted = pausesMs.Order().ToArray();
        return new PauseSummary(sorted.Length, sorted.Sum(), Quantile.OfOrdered(sorted, 0.5), Quantile.OfOrdered(sorted, 0.95), sorted[^1]);
    }
}
