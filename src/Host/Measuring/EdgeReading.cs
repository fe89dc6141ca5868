using System.Diagnostics;
using System.Runtime;
using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Pressure;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using AsyncLoad.Workloads.IoSimulator;

namespace AsyncLoad.Host.Measuring;

/// <summary>All counters at one edge of a slice, read in the same order at both edges so that what reading costs falls out of the difference.</summary>
internal readonly record struct EdgeReading(
    TimeSpan Pause,
    int Gen0,
    int Gen1,
    int Gen2,
    long AllocatedBytes,
    long WorkItems,
    long LockContentions,
    long CompiledMethods,
    PressureReading Pressure,
    long Operations,
    long? ResponseTime,
    long Timestamp)
{
    /// <param name="load">Its operations are read last but for the clock.</param>
    /// <param name="exactAllocation">Whether to stop the world for exact bytes; only for traced windows.</param>
    public static EdgeReading Take(Load load, Func<PressureReading> pressure, bool exactAllocation)
    {
        var pause = GC.GetTotalPauseDuration();
        var (gen0, gen1, gen2) = (GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2));
        var allocated = GC.GetTotalAllocatedBytes(exactAllocation);
        var (items, contentions) = (ThreadPool.CompletedWorkItemCount, Monitor.LockContentionCount);
        return new EdgeReading(
            pause,
            gen0,
            gen1,
            gen2,
            allocated,
            items,
            contentions,
            JitInfo.GetCompiledMethodCount(),
            pressure(),
            load.Operations,
            load.ResponseTimeSum,
            Stopwatch.GetTimestamp());
    }

    /// <summary>Time from this edge to <paramref name="end"/>.</summary>
    public Nanoseconds ElapsedTo(EdgeReading end) => Nanoseconds.From(Stopwatch.GetElapsedTime(Timestamp, end.Timestamp));

    /// <summary>Sum of the latencies of the operations finished from this edge to <paramref name="end"/>.</summary>
    public Nanoseconds? ResponseTimeTo(EdgeReading end) => end.ResponseTime - ResponseTime is { } sum ? new Nanoseconds(sum) : null;

    /// <summary>GC work from this edge to <paramref name="end"/>; <c>CollectionCount</c> of a generation includes the older ones.</summary>
    public GcCounters GcTo(EdgeReading end) => new(
        end.Gen0 - end.Gen1 - (Gen0 - Gen1),
        end.Gen1 - end.Gen2 - (Gen1 - Gen2),
        end.Gen2 - Gen2,
        Nanoseconds.From(end.Pause - Pause),
        end.AllocatedBytes - AllocatedBytes);

    /// <summary>Pool work from this edge to <paramref name="end"/>, with the processor time of the open slice barrier.</summary>
    public ProcessCounters ProcessTo(EdgeReading end, BarrierReading opened, BarrierReading closed) => new(
        Nanoseconds.From(closed.Cpu.User - opened.Cpu.User),
        Nanoseconds.From(closed.Cpu.Kernel - opened.Cpu.Kernel),
        closed.Operations - opened.Operations,
        end.WorkItems - WorkItems,
        end.LockContentions - LockContentions,
        end.CompiledMethods - CompiledMethods,
        closed.DeviceCpu - opened.DeviceCpu,
        closed.DriverCpu - opened.DriverCpu);
}

/// <summary>
/// Processor time while everybody stands still: before the slice barrier opens and after all have arrived. The kernel brings the time of a running
/// thread up to date only at its scheduler tick, up to 4 ms late; participants do it themselves as they arrive, a device as it is parked.
/// </summary>
internal readonly record struct BarrierReading(ProcessorUse Cpu, Nanoseconds DeviceCpu, Nanoseconds DriverCpu, PressureReading Pressure, long Operations, long Timestamp)
{
    public static BarrierReading Take(Load load, Nanoseconds watchCpu, PressureReading pressure, BarrierDevice device)
    {
        // First: reading a thread's clock brings its account up to date, so that the process's time holds all of the device's.
        var deviceCpu = device.ProcessorTime;
        return new BarrierReading(
            ProcessorUse.Read(), deviceCpu, load.DriverCpu + watchCpu, pressure, load.Operations, Stopwatch.GetTimestamp());
    }

    /// <summary>What the process used from this reading, taken as the slice barrier closed, to the next opening.</summary>
    public HeldUsage HeldUntil(BarrierReading opening) => new(
        Nanoseconds.From(Stopwatch.GetElapsedTime(Timestamp, opening.Timestamp)),
        Nanoseconds.From(opening.Cpu.Total - Cpu.Total));
}

/// <summary>
/// The simulated device of a workload, as the slice barrier sees it: its time runs while the slice barrier is open and stands while it is closed, since a spinning
/// thread would disturb the other side. Without a device there is nothing to run or to stop.
/// </summary>
internal sealed class BarrierDevice(SimulatedDevice? device)
{
    private bool measuring;
    private DeviceReport? report;

    /// <summary>Processor time of the device's thread so far; 0 without one, or where the system does not tell.</summary>
    public Nanoseconds ProcessorTime => Nanoseconds.From(device?.ProcessorTime ?? TimeSpan.Zero);

    /// <summary>Lets its time go on; before the slice barrier opens.</summary>
    public void Resume() => device?.Resume();

    /// <summary>Stops its time and its thread; only after all have arrived, since workers wait for accesses until then.</summary>
    public void Park() => device?.Park();

    /// <summary>Forgets the accuracy of warm-up; while parked.</summary>
    public void BeginMeasuring()
    {
        device?.ForgetAccuracy();
        measuring = true;
    }

    /// <summary>Keeps the accuracy of the measured slices, whatever is run after them; while parked.</summary>
    /// <returns>Null when nothing was measured or no access was completed.</returns>
    public DeviceReport? Conclude()
    {
        if (measuring && device?.Accuracy is { } accuracy)
        {
            report = new DeviceReport(
                accuracy.Accesses,
                Nanoseconds.From(accuracy.Asked.P50),
                Nanoseconds.From(accuracy.Asked.P99),
                Nanoseconds.From(accuracy.Delivered.P50),
                Nanoseconds.From(accuracy.Delivered.P99));
        }

        measuring = false;
        return report;
    }
}
