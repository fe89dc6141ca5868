using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Verdicts;

/// <summary>
/// Pairs that spread widely: the speed of a process depends more on chance than on its variant, whether or not two levels can be distinguished. An
/// interval that misses once in twenty then gives a false verdict nearly that often, since an interval that misses lies beyond the margin. So a
/// verdict needs more evidence.
/// </summary>
/// <remarks>
/// Simulated, a variant against itself at two levels 38 % apart, six looks. Where processes spread by another 7 to 10 %, two levels are seen in 4 to
/// 32 of 100 comparisons. By the interval 3 to 5 of 100 have a false verdict; by this rule, fewer than one in 200 (<c>SimulatedLevelsTests</c>).
/// </remarks>
internal static class WideSpread
{
    /// <summary>Standard deviation of the log ratio over pairs from which on pairs spread widely. Heaps under pressure spread them by 7 to 9 %.</summary>
    public const double From = 0.10;

    /// <summary>Two-sided error that a verdict of such pairs may have over all looks.</summary>
    public const double Error = 0.001;

    /// <summary>Whether pairs spread widely and their evidence does not exclude a ratio of 1 at <see cref="Error"/>.</summary>
    /// <param name="pairs">What the verdict rests on.</param>
    /// <param name="measure">The metric, and the looks that share the error evenly.</param>
    public static bool HidesAnswer(IReadOnlyList<PairRatio> pairs, MeasureSettings measure) =>
        PairRatios.Logs(pairs, measure.Metric) is { } logs
        && StandardDeviation.Of(logs) > From
        && SignedRank.Interval(logs, Error / measure.Looks.Count) is not ({ Low: > 0 } or { High: < 0 });
}
