using System.Diagnostics;
using AsyncLoad.Host.Pressure;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Measuring;

/// <summary>
/// Processor time while everybody stands still: before the gate opens and after all have arrived. The kernel brings the time of a running
/// thread up to date only at its scheduler tick, up to 4 ms late; participants do it themselves as they arrive.
/// </summary>
internal readonly record struct GateReading(Environment.ProcessCpuUsage Cpu, PressureReading Pressure, long Operations, long Timestamp)
{
    public static GateReading Take(long operations, PressureReading pressure) =>
        new(Environment.CpuUsage, pressure, operations, Stopwatch.GetTimestamp());

    /// <summary>What the process used from this reading, taken as the gate closed, to the next opening.</summary>
    public HeldUsage HeldUntil(GateReading opening) => new(
        Nanoseconds.From(Stopwatch.GetElapsedTime(Timestamp, opening.Timestamp)),
        Nanoseconds.From(opening.Cpu.TotalTime - Cpu.TotalTime));
}
