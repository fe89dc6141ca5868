using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Pressure;

/// <summary>The pressurer's counters since the process began.</summary>
internal readonly record struct PressureReading(long Writes, long AllocatedBytes, Nanoseconds Cpu);
