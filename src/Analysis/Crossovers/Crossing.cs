using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Crossovers;

/// <summary>
/// Where along an axis the ratio crosses 1. The mean log ratios of the levels are fitted by the nearest monotone curve, rising or falling as the
/// data say; the crossing is where that curve, linear between levels, is 0.
/// </summary>
/// <remarks>
/// The interval assumes nothing of the curve between levels but that it is monotone: pairs are resampled within each level, the curve is fitted
/// anew, and the bounds are percentiles of the levels on either side of its change of sign. So an interval is never narrower than the gap between
/// the two levels around the crossing; measuring a level between them narrows it (<see cref="NextLevel"/>).
/// </remarks>
public static class Crossing
{
    /// <summary>Coverage of the interval, and of what is beyond doubt at one level.</summary>
    public const double Confidence = 0.95;

    /// <summary>A curve is not monotone when noise alone would depart as far from one with this chance at most.</summary>
    public const double MonotoneError = 0.01;

    private const int FewestPairs = 2;

    /// <summary>
    /// Decides in this order. All levels within the margin, or all on one side of 1: <see cref="CrossingEstimate.None"/>. A curve that changes
    /// sides and is not monotone: <see cref="CrossingEstimate.NotMonotone"/>, unless every level outside the interval is beyond doubt on its side,
    /// for then its bumps do not touch the crossing. A crossing in all but 5 % of the resampled fits, bounded on one side at least:
    /// <see cref="CrossingEstimate.At"/>. Anything else: <see cref="CrossingEstimate.Undecided"/>.
    /// </summary>
    /// <param name="levels">
    /// Levels in any order, each once. Those with fewer than two pairs are left out; with fewer than two others the answer is undecided, all null and 1.
    /// </param>
    /// <param name="margin">δ inside which two arms count as equivalent, 0 or more.</param>
    /// <param name="seed">Seed of the resampled pairs. Same levels and seed, same answer.</param>
    /// <exception cref="ArgumentException">A level is given twice, or a level or log ratio is not finite.</exception>
    public static CrossingEstimate Of(IReadOnlyList<LevelSample> levels, double margin, int seed)
    {
        ArgumentNullException.ThrowIfNull(levels);
        ArgumentOutOfRangeException.ThrowIfNegative(margin);
        if (levels.Any(level => !double.IsFinite(level.Level) || !level.LogRatios.All(double.IsFinite))) throw new ArgumentException("levels and log ratios must be finite", nameof(levels));
        if (levels.DistinctBy(level => level.Level).Count() < levels.Count) throw new ArgumentException("a level is given twice", nameof(levels));

        List<LevelSample> usable = [.. levels.Where(level => level.LogRatios.Count >= FewestPairs).OrderBy(level => level.Level)];
        if (usable.Count < 2) return new CrossingEstimate.Undecided(null, null, null, 1);
        List<CenterInterval> means = [.. usable.Select(level => StudentMean.Interval([.. level.LogRatios], Confidence)!)];
        return Throughout(means, Math.Log(1 + margin)) is { } verdict
            ? new CrossingEstimate.None(verdict)
            : Decided(usable, means, ResampledCrossing.Of(usable, seed));
    }

    private static Verdict? Throughout(List<CenterInterval> means, double margin)
    {
        if (means.TrueForAll(mean => mean.Low >= -margin && mean.High <= margin)) return Verdict.Equivalent;
        if (means.TrueForAll(mean => mean.High < 0)) return Verdict.Wins;
        return means.TrueForAll(mean => mean.Low > 0) ? Verdict.Loses : null;
    }

    private static CrossingEstimate Decided(List<LevelSample> levels, List<CenterInterval> means, ResampledCrossing crossing)
    {
        var changesSides = crossing.Means.Min() < 0 && crossing.Means.Max() > 0;
        if (crossing.MonotonePValue <= MonotoneError && changesSides && !CertainOutside(means, crossing))
        {
            return new CrossingEstimate.NotMonotone(crossing.MonotonePValue);
        }

        var (low, high) = (Level(crossing.Low), Level(crossing.High));
        var located = (low ?? high) is not null && crossing.ChanceOfNone <= 1 - Confidence;
        return crossing.Curve.Crossing([.. levels.Select(level => level.Level)]) is { } estimate && located
            ? new CrossingEstimate.At(estimate, low, high, Confidence)
            : new CrossingEstimate.Undecided(crossing.Curve.Crossing([.. levels.Select(level => level.Level)]), low, high, crossing.ChanceOfNone);

        double? Level(int index) => index >= 0 && index < levels.Count ? levels[index].Level : null;
    }

    private static bool CertainOutside(List<CenterInterval> means, ResampledCrossing crossing) =>
        means.Index().All(mean =>
            (mean.Index > crossing.Low || Certain(mean.Item, above: !crossing.Curve.Rises))
            && (mean.Index < crossing.High || Certain(mean.Item, above: crossing.Curve.Rises)));

    private static bool Certain(CenterInterval mean, bool above) => above ? mean.Low > 0 : mean.High < 0;
}
