using AsyncLoad.Tracing.Statistics;
using MathNet.Numerics.Distributions;

namespace AsyncLoad.Tracing.Allocations;

/// <summary>
/// Bytes estimated from the runtime's randomised allocation samples. Every byte is drawn with probability 1/102,400, and an object of
/// <c>size</c> bytes is sampled once when at least one of its bytes is drawn.
/// </summary>
/// <remarks>
/// Estimate: dotnet/runtime docs/design/features/RandomizedAllocationSampling.md, after Horvitz, D. G. and Thompson, D. J. (1952), JASA 47, 663-685.
/// Bounds: Garwood, F. (1936), "Fiducial limits for the Poisson distribution", Biometrika 28, 437-442, on the number of samples.
/// </remarks>
public static class AllocationSampling
{
    /// <summary>Mean number of bytes between two draws.</summary>
    public const int MeanBytesBetweenSamples = 102_400;

    private static double LogKeep => NearZero.LogOnePlus(-1.0 / MeanBytesBetweenSamples);

    /// <summary>Bytes that one sample stands for: size ÷ (1 − (1 − 1/102,400)^size); nearly 102,400 for small objects, nearly the size for large ones.</summary>
    /// <param name="size">Size of the sampled object, 1 byte or more.</param>
    public static double BytesRepresented(long size)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(size, 1);
        // Not 1 − Math.Exp(…): for small objects that loses its digits.
        return size / -NearZero.ExpMinusOne(size * LogKeep);
    }

    /// <summary>The estimate of sampled objects, with exact Poisson bounds at <paramref name="confidence"/>.</summary>
    /// <param name="samples">Samples seen, 0 or more.</param>
    /// <param name="bytes">Their <see cref="BytesRepresented"/>, summed.</param>
    /// <param name="confidence">Coverage, above 0 and below 1: 0.95 for reports, 0.999999 for cross-checks.</param>
    public static AllocationEstimate Estimate(long samples, double bytes, double confidence)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(samples);
        if (confidence is not (> 0 and < 1)) throw new ArgumentOutOfRangeException(nameof(confidence), confidence, "above 0, below 1");

        var tail = (1 - confidence) / 2;
        var scale = samples == 0 ? MeanBytesBetweenSamples : bytes / samples;
        var low = samples == 0 ? 0 : scale * Gamma.InvCDF(samples, 1, tail);
        return new AllocationEstimate(samples, bytes, low, scale * Gamma.InvCDF(samples + 1, 1, 1 - tail));
    }
}
