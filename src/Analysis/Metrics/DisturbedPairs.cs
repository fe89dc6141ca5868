using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>
/// Pairs whose workers did not get the processor time that their slices offered: others used the cores. The slices themselves show it, so a
/// disturbance shows that came after the environment was looked at.
/// </summary>
internal static class DisturbedPairs
{
    /// <summary>Share of the processor time offered below which a pair counts as disturbed; alone on a machine workers that never wait get all of it.</summary>
    public const double Undisturbed = 0.9;

    /// <summary>How many pairs were disturbed. Where operations or the load wait by themselves it cannot be told, and none is counted.</summary>
    public static int Count(LoadSettings load, IReadOnlyList<CompletedPair> pairs) =>
        load.IsPaced || pairs.Any(pair => Waits(pair.Baseline) || Waits(pair.Candidate))
            ? 0
            : pairs.Count(pair => Share(pair.Baseline) < Undisturbed || Share(pair.Candidate) < Undisturbed);

    private static bool Waits(SideMeasurement side) => side.Device is not null || side.Counts.Any(slice => slice.Suspensions > 0);

    /// <summary>Processor time used ÷ offered; null when no operation finished. While a blocking collection runs, one thread has work.</summary>
    internal static double? Share(SideMeasurement side)
    {
        var sums = SideSums.Of(side.Slices);
        if (!sums.Usable || sums.Cpu.Operations == 0) return null;
        var pause = side.Slices.Sum(slice => slice.Gc.Pause.Value);
        var workers = Math.Clamp(side.Workers, 1, Math.Max(1, side.Settings.Processors));
        var offered = (workers * (sums.Elapsed.Value - pause)) + pause;
        return sums.CpuNsPerOperation * sums.Operations / offered;
    }
}
