using MathNet.Numerics.Distributions;

namespace AsyncLoad.Analysis.Trace;

/// <summary>
/// Bytes estimated from randomised allocation samples: every byte is drawn with probability p = 1/102,400, an object is sampled at most once
/// (dotnet/runtime, docs/design/features/RandomizedAllocationSampling.md).
/// </summary>
internal static class AllocationSampling
{
    private const double MeanBytesBetweenSamples = 102_400;

    /// <summary>Bytes that a sampled object of <paramref name="size"/> bytes stands for: <c>size/(1 − (1 − p)^size)</c>.</summary>
    public static double BytesRepresented(long size) => size / (1 - Math.Pow(1 - 1 / MeanBytesBetweenSamples, size));

    /// <summary>
    /// The estimate with exact Poisson bounds on the number of samples (F. Garwood, 1936: chi-squared with 2n and 2n + 2 degrees, halved, is
    /// gamma of n and n + 1); they hold for few samples, where a normal interval does not.
    /// </summary>
    public static AllocationEstimate Estimate(long samples, double bytes, double confidence)
    {
        var scale = samples == 0 ? MeanBytesBetweenSamples : bytes / samples;
        var low = samples == 0 ? 0 : scale * Gamma.InvCDF(samples, 1, (1 - confidence) / 2);
        return new AllocationEstimate(samples, bytes, low, scale * Gamma.InvCDF(samples + 1, 1, (1 + confidence) / 2));
    }
}
