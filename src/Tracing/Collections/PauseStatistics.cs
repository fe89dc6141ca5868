namespace AsyncLoad.Tracing.Collections;

/// <summary>Sums up the pauses of a window.</summary>
internal static class PauseStatistics
{
    /// <summary>Sum, median, 95th percentile and maximum; null when there was no pause.</summary>
    public static PauseSummary? Summarise(Lengths pauses) =>
        pauses.Quantiles() is { } all ? new PauseSummary(all.Count, all.SumMs, all.MedianMs, all.P95Ms, all.MaxMs) : null;
}
