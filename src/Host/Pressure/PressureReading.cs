using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Pressure;

/// <summary>The pressurer's counters since the process began; <paramref name="Open"/> is the time that its gate was open, current to the last closing.</summary>
internal readonly record struct PressureReading(long Writes, long AllocatedBytes, Nanoseconds Cpu, Nanoseconds Open);
