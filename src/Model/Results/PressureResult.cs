namespace AsyncLoad.Model.Results;

/// <summary>Pressurer and workload of one side apart, summed over all measured slices of its pairs.</summary>
/// <param name="LiveSetBytes">Size of the live set as built; 0 without one.</param>
/// <param name="Rates">What was asked and what was delivered, by the profile's member that asks; none for what was not asked.</param>
/// <param name="Bytes">Bytes the pressurer allocated, by its own exact count.</param>
/// <param name="CpuNs">Processor nanoseconds it took over open gates, its finalizers included.</param>
/// <param name="Collections">Its part of all collections, by its share of allocated bytes.</param>
/// <param name="WorkloadBytes">Bytes allocated beside it: the workload and its driver.</param>
/// <param name="WorkloadCpuNs">Processor nanoseconds of the process beside it.</param>
/// <param name="WorkloadCollections">The rest of the collections.</param>
public sealed record PressureResult(
    double LiveSetBytes,
    IReadOnlyDictionary<string, RateResult> Rates,
    long Bytes,
    double CpuNs,
    double Collections,
    long WorkloadBytes,
    double WorkloadCpuNs,
    double WorkloadCollections);

/// <summary>A figure as asked and as delivered, in the unit of the member that asks for it; sizes in bytes.</summary>
/// <param name="Asked">As asked.</param>
/// <param name="Achieved">As delivered.</param>
public sealed record RateResult(double Asked, double Achieved);
