namespace AsyncLoad.Tracing.Digests;

/// <summary>Processor samples.</summary>
/// <param name="Samples">How many, of threads that ran managed code.</param>
/// <param name="Methods">Methods by their own samples, most first, at most 50.</param>
public sealed record CpuDigest(long Samples, IReadOnlyList<MethodSamples> Methods)
{
    /// <summary>Samples of threads that were outside managed code: waiting, in the system or in native code. They are in no method.</summary>
    public long Outside { get; init; }
}

/// <summary>Samples of one method.</summary>
public sealed record MethodSamples(string Method, long Self, long Inclusive);
