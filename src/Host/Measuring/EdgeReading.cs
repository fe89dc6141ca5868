using System.Diagnostics;
using System.Runtime;
using System.Runtime.CompilerServices;
using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Pressure;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Measuring;

/// <summary>All counters at one edge of a slice, read in the same order at both edges so that the cost of reading cancels out.</summary>
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
    /// <param name="load">Its counters are read last, just before the clock.</param>
    /// <param name="exactAllocation">Whether to stop the world for exact bytes; only for traced windows.</param>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
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
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public GcCounters GcTo(EdgeReading end) => new(
        end.Gen0 - end.Gen1 - (Gen0 - Gen1),
        end.Gen1 - end.Gen2 - (Gen1 - Gen2),
        end.Gen2 - Gen2,
        Nanoseconds.From(end.Pause - Pause),
        end.AllocatedBytes - AllocatedBytes);

    /// <summary>Pool work from this edge to <paramref name="end"/>, with the processor time of the open slice barrier.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
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
