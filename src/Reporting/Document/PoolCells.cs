using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;

namespace AsyncLoad.Reporting.Document;

/// <summary>Pool hit rates in words.</summary>
internal static class PoolCells
{
    /// <summary><c>97 % [96 %, 98 %]</c> with the boxes that it rests on.</summary>
    public static ReportCell Of(PoolHitRate pool) => new(
        $"{Figures.Percent(pool.Rate)} [{Figures.Percent(pool.Low)}, {Figures.Percent(pool.High)}]",
        $"{Boxes(pool.BoxesAllocated)} of {Figures.Count(pool.BoxesRented)} boxes allocated");

    /// <summary>The same for one side; a dash where there is nothing to say.</summary>
    public static ReportCell Of(SideAnalysis side) =>
        side.Pool.Value is { } pool ? Of(pool)
        : side.Pool.Missing is { } reason ? new ReportCell(Figures.NotAvailable, VisibleText.Sentence(reason))
        : new ReportCell("–");

    private static string Boxes(double boxes) => double.IsFinite(boxes) ? Figures.Count((long)Math.Round(boxes)) : Figures.NotAvailable;
}
