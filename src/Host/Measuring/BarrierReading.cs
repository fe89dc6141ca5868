using System.Diagnostics;
using System.Runtime.CompilerServices;
using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Pressure;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Measuring;

/// <summary>
/// Processor time while all workers stand still: before the slice barrier opens and after all have arrived. The kernel brings the time of a running
/// thread up to date only at its scheduler tick, up to 4 ms late. Participants do it themselves as they arrive, a device as it is parked.
/// </summary>
internal readonly record struct BarrierReading(ProcessorUse Cpu, Nanoseconds DeviceCpu, Nanoseconds DriverCpu, PressureReading Pressure, long Operations, long Timestamp)
{
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static BarrierReading Take(Load load, Nanoseconds watchCpu, PressureReading pressure, BarrierDevice device)
    {
        // Read first: reading a thread's clock updates its processor time, so that the process's time includes all of the device's.
        var deviceCpu = device.ProcessorTime;
        return new BarrierReading(
            ProcessorUse.Read(), deviceCpu, load.DriverCpu + watchCpu, pressure, load.Operations, Stopwatch.GetTimestamp());
    }

    /// <summary>What the process used from this reading, taken as the slice barrier closed, to the next opening.</summary>
    public HeldUsage HeldUntil(BarrierReading opening) => new(
        Nanoseconds.From(Stopwatch.GetElapsedTime(Timestamp, opening.Timestamp)),
        Nanoseconds.From(opening.Cpu.Total - Cpu.Total));
}
