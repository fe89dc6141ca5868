using AsyncLoad.Analysis.Statistics;
using MathNet.Numerics.Distributions;

namespace AsyncLoad.Analysis.Crossovers;

/// <summary>How far the mean log ratio of each level may be off: pairs drawn with replacement within their level, many times.</summary>
/// <remarks>
/// Efron, B. and Tibshirani, R. J. (1993), "An Introduction to the Bootstrap", chapter 6. Six pairs drawn from six spread too little, by √((n−1)/n),
/// and their percentiles are those of a normal curve where Student's are due. Hesterberg, T. C. (2015), "What teachers should know about the
/// bootstrap", The American Statistician 69, 371-386, expands the percentiles; here the deviations themselves are stretched, by √(n/(n−1)) · t/z, which
/// serves levels with different numbers of pairs. A crossing rests on the two levels around it, so t has 2(n−1) degrees of freedom.
/// </remarks>
internal sealed class ResampledMeans
{
    /// <summary>Draws: some twenty-five lie beyond each bound of a 95 % interval.</summary>
    public const int Draws = 999;

    private readonly double[][] deviations;

    /// <summary>Draws from the pairs of each level.</summary>
    /// <param name="levels">Levels with two pairs or more.</param>
    /// <param name="confidence">Coverage that is wanted, above 0 and below 1.</param>
    /// <param name="seed">Seed of the draws.</param>
    public ResampledMeans(IReadOnlyList<LevelSample> levels, double confidence, int seed)
    {
        deviations = [.. Enumerable.Range(0, Draws).Select(_ => new double[levels.Count])];
        var random = new Random(seed);
        for (var level = 0; level < levels.Count; level++) Draw(level, Centred(levels[level].LogRatios, confidence), random);
    }

    /// <summary>One draw: what to add to the mean of each level.</summary>
    /// <param name="draw">0 to <see cref="Draws"/> − 1.</param>
    public ReadOnlySpan<double> Deviations(int draw) => deviations[draw];

    private void Draw(int level, double[] centred, Random random)
    {
        foreach (var deviation in deviations)
        {
            var sum = 0.0;
            for (var i = 0; i < centred.Length; i++) sum += centred[random.Next(centred.Length)];
            deviation[level] = sum / centred.Length;
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
