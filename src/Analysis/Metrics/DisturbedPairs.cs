using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>
/// Pairs whose workers did not get the processor time that their slices offered, because other processes used the cores. The slices themselves show it,
/// so that a disturbance is found even if it began after the environment was read.
/// </summary>
internal static class DisturbedPairs
{
    /// <summary>Share of the processor time offered below which a pair counts as disturbed; alone on a machine workers that never wait get all of it.</summary>
    public const double Undisturbed = 0.9;

    /// <summary>
    /// Cores that others may use on average over a pair: a fifth of one. Where a load fills both cores of a machine, others then take a tenth of its
    /// time, five times the default half-width. An idle desktop stays below 0.1.
    /// </summary>
    public const double OtherCoresAllowed = 0.2;

    // Below this other processes took almost nothing: workers that got less time than was offered waited, perhaps for a lock.
    private const double OtherCoresNoticed = 0.05;

    /// <summary>How many pairs were disturbed. Where operations or the load wait by themselves it cannot be told, and none is counted.</summary>
    public static int Count(LoadSettings load, IReadOnlyList<CompletedPair> pairs) =>
        Tell(load, pairs) ? pairs.Count(Lost) : 0;

    /// <summary>Whether each pair was disturbed: by what its slices got, and where that cannot be told by what others used.</summary>
    public static IReadOnlyList<bool> Which(LoadSettings load, IReadOnlyList<CompletedPair> pairs)
    {
        var told = Tell(load, pairs);
        return [.. pairs.Select(pair => told ? Lost(pair) : Others(pair) > OtherCoresAllowed)];
    }

    // Whether workers that got less time than was offered can only have lost it to others.
    private static bool Tell(LoadSettings load, IReadOnlyList<CompletedPair> pairs) =>
        !load.IsPaced && !pairs.Any(pair => Waits(pair.Baseline) || Waits(pair.Candidate));

    private static bool Lost(CompletedPair pair) =>
        (Share(pair.Baseline) < Undisturbed || Share(pair.Candidate) < Undisturbed) && (Others(pair) is not { } cores || cores > OtherCoresNoticed);

    private static double? Others(CompletedPair pair) => pair.Environment?.CoresTaken(pair.Baseline.Settings.Processors);

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
