using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Verdicts;

/// <summary>
/// Pairs whose interval is wider than the margin. An interval that misses then has an estimate beyond the margin too, so a verdict would be false as often
/// as the interval misses: once in twenty comparisons. So a win or a loss needs more evidence. Where pairs spread widely, it needs still more: the speed of a
/// process depends more on chance than on its variant, whether or not two levels can be distinguished.
/// </summary>
/// <remarks>
/// Simulated, 2,000 comparisons of a variant with itself, eight pairs that spread by 5 and 7 %: 2.6 and 3.7 of 100 have a false verdict by the interval, and
/// fewer than 1.2 by this rule. At two levels 38 % apart, six looks, where processes spread by another 7 to 10 %, two levels are seen in 4 to 32 of 100. By the
/// interval 3 to 5 of 100 have a false verdict; by this rule, fewer than one in 200 (<c>SimulatedLevelsTests</c>).
/// </remarks>
internal static class WideSpread
{
    /// <summary>Standard deviation of the log ratio over pairs from which on pairs spread widely. Heaps under pressure spread them by 7 to 9 %.</summary>
    private const double From = 0.10;

    private static readonly StrongerEvidence ForWideSpread = new(0.001, FormattableString.Invariant($"pairs spread by more than {100 * From:0} %"));
    private static readonly StrongerEvidence ForWideInterval = new(0.01, "it is wider than the margin");

    /// <summary>What a win or a loss of these pairs needs and they do not give; null where their interval may decide.</summary>
    /// <param name="pairs">What the verdict rests on.</param>
    /// <param name="ratio">Their interval.</param>
    /// <param name="measure">The metric, the margin, and the looks that share the error evenly.</param>
    public static StrongerEvidence? Missing(IReadOnlyList<PairRatio> pairs, RatioInterval ratio, MeasureSettings measure) =>
        PairRatios.Logs(pairs, measure.Metric) is { } logs
        && Needed(logs, ratio, measure) is { } needed
        && SignedRank.Interval(logs, needed.Error / measure.Looks.Count) is not ({ Low: > 0 } or { High: < 0 })
            ? needed
            : null;

    /// <summary>The error over all looks at which pairs decide a win or a loss before their interval is as narrow as the margin.</summary>
    /// <param name="spread">Standard deviation of the log ratio over pairs, 0 or more.</param>
    /// <param name="looks">Numbers of pairs, ascending, at least one.</param>
    public static double ErrorBefore(double spread, IReadOnlyList<int> looks) => (spread > From ? ForWideSpread : OfWideInterval(looks))?.Error ?? Looks.TotalError;

    private static StrongerEvidence? Needed(double[] logs, RatioInterval ratio, MeasureSettings measure)
    {
        if (StandardDeviation.Of(logs) > From) return ForWideSpread;
        return ratio.HalfWidth > measure.Margin ? OfWideInterval(measure.Looks) : null;
    }

    // Fewer pairs than eight at one look cannot give it, and keep what their interval says: there every pair is on one side as it is.
    private static StrongerEvidence? OfWideInterval(IReadOnlyList<int> looks) =>
        SignedRank.Rank(looks[^1], ForWideInterval.Error / looks.Count) is null ? null : ForWideInterval;
}

/// <summary>Evidence that a win or a loss needs beyond its interval, unless every pair is beyond the margin.</summary>
/// <param name="Error">Two-sided error over all looks at which a ratio of 1 must be excluded, 0 to 1.</param>
/// <param name="Why">Why, in words that follow "but".</param>
internal sealed record StrongerEvidence(double Error, string Why);
