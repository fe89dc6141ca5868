namespace AsyncLoad.Model.Results;

/// <summary>Figures of the pressurer and of the workload of one side, summed over all measured slices of its pairs.</summary>
/// <param name="LiveSetBytes">Size of the live set as built, in bytes; 0 without one.</param>
/// <param name="Rates">What was asked for and what was delivered, by the profile's member; only members that were set.</param>
/// <param name="Bytes">Bytes the pressurer allocated, by its own exact count.</param>
/// <param name="CpuNs">Processor nanoseconds it took over measured slices, its finalizers included.</param>
/// <param name="Collections">Its part of the number of collections, by its share of allocated bytes.</param>
/// <param name="WorkloadBytes">Bytes that the workload and its driver allocated.</param>
/// <param name="WorkloadCpuNs">Processor nanoseconds of the rest of the process.</param>
/// <param name="WorkloadCollections">The number of the other collections.</param>
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
/// <param name="Asked">As asked, in the unit of the member that asks.</param>
/// <param name="Achieved">As delivered, in the same unit.</param>
public sealed record RateResult(double Asked, double Achieved);
