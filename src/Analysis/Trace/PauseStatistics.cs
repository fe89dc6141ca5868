namespace AsyncLoad.Analysis.Trace;

/// <summary>Sums up the pauses of a window.</summary>
internal static class PauseStatistics
{
    /// <summary>Sum, median, 95th percentile and maximum; null when there was no pause.</summary>
    public static PauseSummary? Summarise(IReadOnlyList<double> pausesMs)
    {
        if (pausesMs.Count == 0) return null;
        var sorted = pausesMs.Order().ToArray();
        return new PauseSummary(sorted.Length, sorted.Sum(), Quantile(sorted, 0.5), Quantile(sorted, 0.95), sorted[^1]);
    }

    /// <summary>Sample quantile of type 7: linear between order statistics (R. J. Hyndman, Y. Fan, Sample Quantiles in Statistical Packages, 1996).</summary>
    internal static double Quantile(ReadOnlySpan<double> sorted, double probability)
    {
        var position = (sorted.Length - 1) * probability;
        var below = (int)position;
        var above = Math.Min(below + 1, sorted.Length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }
}
