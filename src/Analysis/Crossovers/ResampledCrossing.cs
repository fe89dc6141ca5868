using AsyncLoad.Analysis.Statistics;

namespace AsyncLoad.Analysis.Crossovers;

/// <summary>What resampled pairs say of one curve and its crossing.</summary>
/// <param name="Means">Mean log ratio of each level, levels ascending.</param>
/// <param name="Curve">The monotone curve nearest to them.</param>
/// <param name="Low">Number of the level that bounds the crossing below; −1 when that lies below the first.</param>
/// <param name="High">Number of the level that bounds it above; the count of levels when that lies above the last.</param>
/// <param name="ChanceOfNone">Share of resampled fits that do not change sides, 0 to 1.</param>
/// <param name="MonotonePValue">How often noise alone departs as far from a monotone curve, above 0 to 1.</param>
internal sealed record ResampledCrossing(
    IReadOnlyList<double> Means,
    MonotoneCurve Curve,
    int Low,
    int High,
    double ChanceOfNone,
    double MonotonePValue)
{
    /// <summary>Draws pairs within levels and fits each draw anew.</summary>
    /// <param name="levels">Levels ascending, each with two pairs or more.</param>
    /// <param name="seed">Seed of the draws.</param>
    public static ResampledCrossing Of(IReadOnlyList<LevelSample> levels, int seed)
    {
        double[] means = [.. levels.Select(level => StudentMean.Of([.. level.LogRatios.Order()]))];
        double[] weights = [.. levels.Select(level => (double)level.LogRatios.Count)];
        var curve = MonotoneCurve.Of(means, weights);
        var draws = new ResampledMeans(levels, Crossing.Confidence, seed);
        var brackets = Brackets(draws, means, weights, curve.Rises);
        return new ResampledCrossing(
            means,
            curve,
            Percentile([.. brackets.Select(bracket => bracket.Before)], (1 - Crossing.Confidence) / 2),
            Percentile([.. brackets.Select(bracket => bracket.After)], (1 + Crossing.Confidence) / 2),
            brackets.Count(bracket => !bracket.Inside) / (double)brackets.Length,
            curve.Residual == 0 ? 1 : PValue(draws, weights, curve));
    }

    private static Bracket[] Brackets(ResampledMeans draws, double[] means, double[] weights, bool rises)
    {
        var drawn = new double[means.Length];
        var brackets = new Bracket[ResampledMeans.Draws];
        for (var draw = 0; draw < brackets.Length; draw++)
        {
            var deviations = draws.Deviations(draw);
            for (var i = 0; i < drawn.Length; i++) drawn[i] = means[i] + deviations[i];
            brackets[draw] = MonotoneCurve.Of(drawn, weights, rises).Bracket();
        }

        return brackets;
    }

    // Of all monotone curves a constant one departs furthest from its fit by noise alone, so the test errs on the safe side whatever the curve is:
    // Robertson, T., Wright, F. T. and Dykstra, R. L. (1988), "Order Restricted Statistical Inference", theorem 2.3.1.
    private static double PValue(ResampledMeans draws, double[] weights, MonotoneCurve curve)
    {
        var further = 0;
        for (var draw = 0; draw < ResampledMeans.Draws; draw++)
        {
            var deviations = draws.Deviations(draw);
            if (IsotonicFit.Residual(deviations, weights, IsotonicFit.Increasing(deviations, weights)) >= curve.Residual) further++;
        }

        return (further + 1.0) / (ResampledMeans.Draws + 1);
    }

    // A percentile that is one of the values: between two levels nothing was measured.
    private static int Percentile(int[] values, double probability)
    {
        Array.Sort(values);
        return values[Math.Clamp((int)Math.Ceiling(probability * values.Length) - 1, 0, values.Length - 1)];
    }
}
