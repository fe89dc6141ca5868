using AsyncLoad.Analysis.Metrics;

namespace AsyncLoad.Reporting;

/// <summary>Pool hit rates in words.</summary>
internal static class PoolCells
{
    /// <summary><c>97 % [96 %, 98 %]</c> with the boxes that it rests on.</summary>
    public static ReportCell Of(PoolHitRate pool) => new(
        $"{Figures.Percent(pool.Rate)} [{Figures.Percent(pool.Low)}, {Figures.Percent(pool.High)}]",
        $"{Boxes(pool.BoxesAllocated)} of {Figures.Count(pool.BoxesRented)} boxes allocated");

    private static string Boxes(double boxes) => double.IsFinite(boxes) ? Figures.Count((long)Math.Round(boxes)) : Figures.NotAvailable;
}
