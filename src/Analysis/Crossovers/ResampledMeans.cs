using AsyncLoad.Analysis.Statistics;
using MathNet.Numerics.Distributions;

namespace AsyncLoad.Analysis.Crossovers;

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
