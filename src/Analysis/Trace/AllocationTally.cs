using MathNet.Numerics.Distributions;

namespace AsyncLoad.Analysis.Trace;

/// <summary>
/// Running sums over allocation samples. Each allocated byte is picked with probability p = 1/102,400, an object at most once, so a
/// sampled object of <c>size</c> bytes stands for <c>1/(1 − (1 − p)^size)</c> objects
/// (dotnet/runtime, docs/design/features/RandomizedAllocationSampling.md).
/// </summary>
internal sealed class AllocationTally
{
    /// <summary>Coverage of published intervals.</summary>
    public const double Confidence = 0.95;

    /// <summary>Mean bytes between picked bytes.</summary>
    private const double MeanInterval = 102_400;

    private double objects;

    /// <summary>Samples so far.</summary>
    public long Samples { get; private set; }

    /// <summary>Unbiased estimate of the bytes they stand for.</summary>
    public double Bytes { get; private set; }

    /// <summary>Mean size of the objects they stand for; 0 without samples.</summary>
    public double MeanObjectBytes => Samples == 0 ? 0 : Bytes / objects;

    /// <summary>Takes in a sampled object.</summary>
    /// <param name="size">Its size in bytes, 1 or more; anything else is damage.</param>
    public void Add(long size)
    {
        if (size < 1) throw new FormatException($"an allocation sample has a size of {size} B");
        var weight = 1 / (1 - Math.Pow(1 - 1 / MeanInterval, size));
        Samples++;
        Bytes += size * weight;
        objects += weight;
    }

    /// <summary>The estimate with its interval.</summary>
    /// <param name="confidence">Coverage, 0 to 1.</param>
    public AllocationEstimate Estimate(double confidence) =>
        new(Samples, Bytes, LowerBound(Samples, confidence), UpperBound(Samples, confidence));

    /// <summary>The estimate with an interval that allows one sample too many or too few: the window's edges are not those of the samples.</summary>
    /// <param name="confidence">Coverage, 0 to 1.</param>
    public AllocationEstimate EstimateBetweenLooseEdges(double confidence) =>
        new(Samples, Bytes, LowerBound(Math.Max(0, Samples - 1), confidence), UpperBound(Samples + 1, confidence));

    // Exact Poisson bounds of the sample count (F. Garwood, 1936: chi-squared with 2n and 2n + 2 degrees, halved, is gamma of n and n + 1),
    // scaled to bytes; they hold for few samples, where a normal interval does not.
    private double LowerBound(long samples, double confidence) =>
        samples == 0 ? 0 : BytesPerSample * Gamma.InvCDF(samples, 1, (1 - confidence) / 2);

    private double UpperBound(long samples, double confidence) => BytesPerSample * Gamma.InvCDF(samples + 1, 1, (1 + confidence) / 2);

    private double BytesPerSample => Samples == 0 ? MeanInterval : Bytes / Samples;
}
