using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Pressure;

/// <summary>The pressurer's counters since the process began; <paramref name="Open"/> is the time that the slice barrier was open, current to its last closing.</summary>
internal readonly record struct PressureReading(long Writes, long AllocatedBytes, Nanoseconds Cpu, Nanoseconds Open, AllocationReading Allocation);

/// <summary>Counters of the paced allocation since the process began: bytes, and small objects.</summary>
internal readonly record struct AllocationReading(
    long Bytes,
    long LargeBytes,
    long SurvivedBytes,
    long SmallObjects,
    long PinnedObjects,
    long FinalizableObjects);
