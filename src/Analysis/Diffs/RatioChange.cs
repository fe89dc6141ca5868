using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Diffs;

/// <summary>By what factor a ratio changed from one run to another.</summary>
/// <param name="Interval">The factor with its interval, or null with <paramref name="Missing"/> saying why.</param>
internal sealed record RatioChange(ChangeInterval? Interval, string? Missing)
{
    /// <summary>The change between the pairs of two runs.</summary>
    /// <param name="before">The earlier pairs, at least one.</param>
    /// <param name="after">The later pairs, at least one.</param>
    public static RatioChange Between(IReadOnlyList<PairRatio> before, IReadOnlyList<PairRatio> after, VerdictMetric metric) =>
        (PairRatios.Logs(before, metric), PairRatios.Logs(after, metric)) switch
        {
            (null, _) => new RatioChange(null, "before: a pair lacks this ratio"),
            (_, null) => new RatioChange(null, "after: a pair lacks this ratio"),
            var (from, to) => Between(from, to),
        };

    /// <summary>The least and the largest factor between any earlier and any later pair.</summary>
    public static (double Low, double High) Extremes(double[] before, double[] after) => (after.Min() / before.Max(), after.Max() / before.Min());

    /// <summary>The change between log ratios.</summary>
    public static RatioChange Between(double[] before, double[] after) => RankSum.ShiftInterval(before, after, RunDiffer.Error) is { } bounds
        ? new RatioChange(
            new ChangeInterval(
                Math.Exp(HodgesLehmann.Shift(before, after)), Math.Exp(bounds.Low), Math.Exp(bounds.High), bounds.Confidence, before.Length, after.Length),
            null)
        : new RatioChange(
            null,
            FormattableString.Invariant($"{before.Length} pairs before and {after.Length} after: too few for an interval at {1 - RunDiffer.Error:0 %}, which takes 4 of each"));
}
