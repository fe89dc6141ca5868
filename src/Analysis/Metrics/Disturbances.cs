using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>Finds out how disturbed the pairs of a comparison were, from counters that are read with every pair.</summary>
internal static class Disturbances
{
    // A spread of fewer pairs is known to ±50 % at best.
    private const int FewestQuiet = 4;

    // A disturbance that changes the width by less cannot be told from chance.
    private const double Narrower = 0.9;

    /// <summary>What others did; null without pairs.</summary>
    /// <param name="load">The load of both sides.</param>
    /// <param name="pairs">Completed pairs.</param>
    /// <param name="logs">Their log ratios by the metric that the verdict is on, in the same order; null where a pair has none.</param>
    /// <param name="halfWidth">Half-width of the interval as a share of its estimate; null where there is none.</param>
    public static Disturbance? Of(LoadSettings load, IReadOnlyList<CompletedPair> pairs, IReadOnlyList<double>? logs, double? halfWidth)
    {
        if (pairs.Count == 0) return null;
        var disturbed = DisturbedPairs.Which(load, pairs);
        double[] others = [.. pairs.Select(pair => pair.Environment?.OtherCores).OfType<double>()];
        double? quietWidth = disturbed.Contains(true) ? QuietWidth(logs, disturbed, halfWidth) : null;
        var found = new Disturbance(others.Length == 0 ? null : others.Average(), others.Length == 0 ? null : others.Max(), disturbed.Count(one => one), quietWidth, "");
        return found with { Sentence = $"{Used(found)}{Effect(found, pairs.Count, halfWidth)}" };
    }

    private static double? QuietWidth(IReadOnlyList<double>? logs, IReadOnlyList<bool> disturbed, double? halfWidth)
    {
        if (logs is null) return null;
        double[] quiet = [.. logs.Where((_, index) => !disturbed[index])];
        return quiet.Length >= FewestQuiet && StandardDeviation.Of([.. logs]) is > 0 and var spread ? halfWidth * StandardDeviation.Of(quiet) / spread : null;
    }

    private static string Used(Disturbance found) => found is { OtherCores: { } mean, MostOtherCores: { } most }
        ? FormattableString.Invariant($"Other processes used {mean:0.00} {(Math.Round(mean, 2) < 1 ? "core" : "cores")} on average and {most:0.00} at most. ")
        : "The system does not report what other processes used. ";

    private static string Effect(Disturbance found, int pairs, double? halfWidth) => found switch
    {
        { Pairs: 0 } => "No pair was disturbed.",
        { QuietHalfWidth: { } quiet } when quiet < Narrower * halfWidth => FormattableString.Invariant(
            $"They disturbed {found.Pairs} of {pairs} pairs. The interval is ±{100 * halfWidth:0.0} %; with the spread of the other pairs it would be about ±{100 * quiet:0.0} %."),
        { QuietHalfWidth: not null } => FormattableString.Invariant($"They disturbed {found.Pairs} of {pairs} pairs. The other pairs spread as far, so the interval is not wider because of them."),
        _ => FormattableString.Invariant($"They disturbed {found.Pairs} of {pairs} pairs. Too few other pairs are left to estimate the effect on the interval."),
    };
}

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
