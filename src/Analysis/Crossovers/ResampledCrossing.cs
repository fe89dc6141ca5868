using AsyncLoad.Analysis.Statistics;
using MathNet.Numerics.Distributions;

namespace AsyncLoad.Analysis.Crossovers;

/// <summary>What resampled pairs say of one curve and its crossing.</summary>
/// <param name="Means">Mean log ratio of each step, steps ascending.</param>
/// <param name="Low">Lower bound of the crossing; null when below the measured range.</param>
/// <param name="High">Upper bound of the crossing; null when above the measured range.</param>
/// <param name="ChanceOfNone">Share of resampled fits that do not change sides, 0 to 1.</param>
/// <param name="MonotonePValue">How often noise alone departs as far from a monotone curve, above 0 to 1.</param>
internal sealed record ResampledCrossing(
    IReadOnlyList<double> Means,
    MonotoneCurve Curve,
    double? Low,
    double? High,
    double ChanceOfNone,
    double MonotonePValue)
{
    /// <summary>Draws pairs within steps and fits each draw.</summary>
    /// <param name="steps">Steps ascending, each with two pairs or more.</param>
    /// <param name="confidence">Coverage of the interval, above 0 and below 1.</param>
    public static ResampledCrossing Of(IReadOnlyList<StepSample> steps, double confidence, int seed)
    {
        double[] means = [.. steps.Select(step => StudentMean.Of([.. step.LogRatios.Order()]))];
        double[] weights = [.. steps.Select(step => (double)step.LogRatios.Count)];
        var curve = MonotoneCurve.Of([.. steps.Select(step => step.Step)], means, weights);
        var draws = new ResampledMeans(steps, confidence, seed);
        var reaches = Reaches(draws, means, weights, curve);
        return new ResampledCrossing(
            means,
            curve,
            Percentile([.. reaches.Select(reach => reach.Low ?? double.NegativeInfinity)], (1 - confidence) / 2),
            Percentile([.. reaches.Select(reach => reach.High ?? double.PositiveInfinity)], (1 + confidence) / 2),
            reaches.Count(reach => !reach.Inside) / (double)reaches.Length,
            curve.Residual == 0 ? 1 : PValue(draws, weights, curve));
    }

    private static Reach[] Reaches(ResampledMeans draws, double[] means, double[] weights, MonotoneCurve curve)
    {
        var drawn = new double[means.Length];
        var reaches = new Reach[ResampledMeans.Draws];
        for (var draw = 0; draw < reaches.Length; draw++)
        {
            var deviations = draws.Deviations(draw);
            for (var i = 0; i < drawn.Length; i++) drawn[i] = means[i] + deviations[i];
            reaches[draw] = MonotoneCurve.Of(curve.Steps, drawn, weights, curve.Rises).Reach();
        }

        return reaches;
    }

    // Of all monotone curves a constant one departs furthest from its fit by noise alone, so the test errs on the safe side for every curve:
    // Robertson, T., Wright, F. T. and Dykstra, R. L. (1988), "Order Restricted Statistical Inference", section 2.3.
    private static double PValue(ResampledMeans draws, double[] weights, MonotoneCurve curve)
    {
        var further = 0;
        for (var draw = 0; draw < ResampledMeans.Draws; draw++)
        {
            var deviations = draws.Deviations(draw);
            if (IsotonicFit.Residual(deviations, weights, IsotonicFit.Increasing(deviations, weights)) >= curve.Residual) further++;
        }

        // The sample counts as one of its draws: Davison, A. C. and Hinkley, D. V. (1997), "Bootstrap Methods and their Application", eq. (4.11).
        return (further + 1.0) / (ResampledMeans.Draws + 1);
    }

    // One of the values, not something between two: a bound may be beyond the range in one and inside it in the next.
    private static double? Percentile(double[] values, double probability)
    {
        Array.Sort(values);
        var value = values[Math.Clamp((int)Math.Ceiling(probability * values.Length) - 1, 0, values.Length - 1)];
        return double.IsFinite(value) ? value : null;
    }
}

/// <summary>How far the mean log ratio of each step may be off: pairs drawn with replacement within their step, many times.</summary>
/// <remarks>
/// Efron, B. and Tibshirani, R. J. (1993), "An Introduction to the Bootstrap", chapter 6. Six pairs drawn from six spread too little, by √((n−1)/n),
/// and their percentiles are normal where Student's are due. Hesterberg, T. C. (2015), "What teachers should know about the bootstrap", The American
/// Statistician 69, 371-386, expands the percentiles. Here the deviations themselves are stretched, by √(n/(n−1)) · t/z, which serves steps with
/// different numbers of pairs. A crossing rests on the two steps around it, so t has 2(n−1) degrees of freedom.
/// </remarks>
internal sealed class ResampledMeans
{
    /// <summary>Draws: some twenty-five lie beyond each bound of a 95 % interval.</summary>
    public const int Draws = 999;

    private readonly double[][] deviations;

    /// <summary>Draws from the pairs of each step.</summary>
    /// <param name="steps">Steps with two pairs or more.</param>
    /// <param name="confidence">Coverage that is wanted, above 0 and below 1.</param>
    public ResampledMeans(IReadOnlyList<StepSample> steps, double confidence, int seed)
    {
        deviations = [.. Enumerable.Range(0, Draws).Select(_ => new double[steps.Count])];
        var random = new Random(seed);
        for (var step = 0; step < steps.Count; step++) Draw(step, Centred(steps[step].LogRatios, confidence), random);
    }

    /// <summary>One draw: what to add to the mean of each step.</summary>
    /// <param name="draw">0 to <see cref="Draws"/> − 1.</param>
    public ReadOnlySpan<double> Deviations(int draw) => deviations[draw];

    private void Draw(int step, double[] centred, Random random)
    {
        foreach (var deviation in deviations)
        {
            var sum = 0.0;
            for (var i = 0; i < centred.Length; i++) sum += centred[random.Next(centred.Length)];
            deviation[step] = sum / centred.Length;
        }
    }

    // In ascending order, so that the order of pairs does not matter.
    private static double[] Centred(IReadOnlyList<double> logRatios, double confidence)
    {
        double[] ordered = [.. logRatios.Order()];
        var mean = StudentMean.Of(ordered);
        var degrees = 2 * (ordered.Length - 1);
        var normal = Normal.InvCDF(0, 1, (1 + confidence) / 2);
        var stretch = Math.Sqrt(ordered.Length / (ordered.Length - 1.0)) * StudentMean.Quantile(degrees, confidence) / normal;
        return [.. ordered.Select(value => (value - mean) * stretch)];
    }
}
