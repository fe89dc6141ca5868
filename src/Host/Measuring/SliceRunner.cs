using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Pressure;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Measuring;

/// <summary>Runs one slice: slice barrier opens, ramp, edge, the slice itself, edge, slice barrier closes, all arrive.</summary>
internal sealed class SliceRunner(Load load, Pressurer? pressurer, BarrierDevice device, SliceBarrier barrier, FailureSignal failure)
{
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(1);

    // A worker that has not begun by then is missing from the slice, which its cores show.
    private const int MostRamps = 5;

    private static readonly TimeSpan SettleStep = TimeSpan.FromMilliseconds(1);

    // A background collection of a 1 GB heap takes some 100 ms; past this it shows in the usage while held.
    private static readonly TimeSpan SettleCap = TimeSpan.FromMilliseconds(200);

    private readonly Func<PressureReading> pressure = pressurer is null ? static () => default : pressurer.Read;
    private BarrierReading? heldSince;
    private HiccupWatch? watch;
    private bool measuresLatency;
    private LatencyReport? latency;
    private Nanoseconds unwatched;
    private long countedBesides;

    /// <summary>Watches whether memory grows with operations; null for no watch.</summary>
    public GrowthWatch? Growth { get; init; }

    private int Participants => 1 + (pressurer?.Threads ?? 0);

    /// <summary>Operations of the variant since the process began, those of count slices included.</summary>
    public long Operations => load.Operations + countedBesides;

    /// <summary>Whether the load has come to its end: there is nothing more to measure.</summary>
    public bool HasEnded => load.HasEnded;

    /// <summary>Runs one slice.</summary>
    /// <exception cref="WorkloadFailedException">A worker threw.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public Slice Run(HostRequest.RunSlice request)
    {
        if (request.Timed && watch is null) BeginTiming();
        if (request is { Index: 0, WarmUp: false }) BeginMeasuring(request);
        load.BeginSlice();
        var opening = ReadBarrier();
        var readings = request.Marked || request.Whole ? RunJoined(request, opening) : load.WholeRunRamp is { } ramp && !request.WarmUp ? RunWhole(request, ramp) : RunTimed(request, opening);
        failure.ThrowIfRaised();
        var slice = Describe(request, readings, heldSince?.HeldUntil(opening));
        var (start, stop) = readings.Edges;
        if (stop.Gen2 != start.Gen2) Settle();
        // A slice without a length is followed by another of the same process, so its threads need not come to rest.
        else if (load.RunsOnPool && request.Length != default) failure.WaitOut(Step);
        WatchBetween(slice.Elapsed);
        heldSince = ReadBarrier();
        return slice;
    }

    /// <summary>Edges while the workers run, so that neither starting nor stopping is measured.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private SliceReadings RunTimed(HostRequest.RunSlice request, BarrierReading opened)
    {
        OpenFor(request);
        failure.WaitOut(load.Ramp);
        for (var step = 1; step < MostRamps && !load.IsPaced && !load.HaveAllBegun; step++) failure.WaitOut(Step);
        var start = EdgeReading.Take(load, pressure, exactAllocation: false);
        WaitWatching(request.Length.Span);
        var stop = EdgeReading.Take(load, pressure, exactAllocation: false);
        Close();
        return new SliceReadings((start, stop), (opened, ReadBarrier()));
    }

    /// <summary>
    /// A run that another engine controls from beginning to end. What the engine does before and after its load takes seconds and is not part of the load,
    /// so processor time is read at the edges too. Over seconds it matters little that the kernel updates it every 4 ms.
    /// </summary>
    private SliceReadings RunWhole(HostRequest.RunSlice request, TimeSpan ramp)
    {
        OpenFor(request);
        load.AwaitWholeRun();
        failure.WaitOut(ramp);
        load.MarkEdge(isFirst: true);
        var opened = ReadBarrier();
        var start = EdgeReading.Take(load, pressure, exactAllocation: false);
        WaitWatching(request.Length.Span - ramp);
        var stop = EdgeReading.Take(load, pressure, exactAllocation: false);
        var closed = ReadBarrier();
        load.MarkEdge(isFirst: false);
        // After a failure an engine may wait a minute for pending operations. The process ends without waiting.
        failure.ThrowIfRaised();
        Close();
        return new SliceReadings((start, stop), (opened, closed));
    }

    /// <summary>
    /// Edges while all workers stand still. A marker must be in the trace where its counters were read, and between the two a running
    /// worker could cause a collection. A traced window is never timed, so it may include starting and stopping. With slow calls, starting and
    /// stopping take little time in comparison, and an edge in the middle of a call would not count it.
    /// </summary>
    private SliceReadings RunJoined(HostRequest.RunSlice request, BarrierReading opened)
    {
        var start = EdgeReading.Take(load, pressure, exactAllocation: true);
        if (request.Marked) Mark(start, isStart: true);
        OpenFor(request);
        failure.WaitOut(request.Length.Span);
        Close();
        var stop = EdgeReading.Take(load, pressure, exactAllocation: true);
        if (request.Marked) Mark(stop, isStart: false);
        return new SliceReadings((start, stop), (opened, ReadBarrier()));
    }

    // In steps, so that a long slice is watched too. Growth ends the slice, and then the comparison.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void WaitWatching(TimeSpan length)
    {
        var began = Stopwatch.GetTimestamp();
        var left = length;
        while (left > GrowthWatch.Step)
        {
            if (failure.WaitOut(GrowthWatch.Step)) return;
            if (Growth?.Find() is { } grown) failure.Raise(ExceptionDispatchInfo.Capture(Ended(grown)));
            left = length - Stopwatch.GetElapsedTime(began);
        }

        if (left > TimeSpan.Zero) failure.WaitOut(left);
    }

    // The memory is read from a text file. Reading it after every slice would make its code compile while slices are measured.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void WatchBetween(Nanoseconds open)
    {
        unwatched += open;
        if (unwatched < Nanoseconds.From(GrowthWatch.Step)) return;
        unwatched = default;
        RefuseGrowth();
    }

    private void RefuseGrowth()
    {
        if (Growth?.Find() is { } grown) throw Ended(grown);
    }

    private static RequestRefusedException Ended(string grown) => new(FailureReason.Workload, grown);

    /// <summary>One count slice of the variant between two of its no-op twin, workers joined at both edges, no pressure. Measured slices are over by then.</summary>
    /// <remarks>
    /// The smaller of both is the driver's share. Loops that do not time may run for the first time here, and for the first of a shape the runtime allocates
    /// some 160 B. A flow that ends before it is waited for takes 32 B more.
    /// </remarks>
    /// <exception cref="WorkloadFailedException">A worker threw.</exception>
    public CountSlice Count(long asked)
    {
        device.Conclude();
        ConcludeLatency();
        load.BeginSlice();
        var calls = load.CountedOperations(Calls(asked));
        var (suspensions, operations) = (Suspensions, load.Operations);
        var driver = CountOnce(calls, twin: true);
        var full = GC.CollectionCount(GC.MaxGeneration);
        var bytes = CountOnce(calls, twin: false);
        full = GC.CollectionCount(GC.MaxGeneration) - full;
        suspensions = Suspensions - suspensions;
        driver = Math.Min(driver, CountOnce(calls, twin: true));
        // Some loads count these themselves, the twin's included.
        countedBesides += (calls * load.OperationsPerCall) - (load.Operations - operations);
        heldSince = null;
        RefuseGrowth();
        return new CountSlice(calls * load.OperationsPerCall, bytes, driver, suspensions) { FullCollections = full };
    }

    // A suspended call suspends all its operations.
    private long Suspensions => load.Suspensions * load.OperationsPerCall;

    private long CountOnce(long calls, bool twin)
    {
        var order = WorkOrder.Counted(calls, twin);
        var before = GC.GetTotalAllocatedBytes(true);
        Open(order, participants: 1);
        Close();
        var after = GC.GetTotalAllocatedBytes(true);
        failure.ThrowIfRaised();
        return after - before;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void OpenFor(HostRequest.RunSlice request) =>
        Open(WorkOrder.UntilClosed(Calls(request.Batch), request.Timed, request.WarmUp || request.Marked), Participants + (request.Timed ? 1 : 0));

    private long Calls(long operations) => Math.Max(1, operations / load.OperationsPerCall);

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void Open(WorkOrder order, int participants)
    {
        device.Resume();
        barrier.Open(order, participants);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void Close()
    {
        barrier.Close();
        device.Park();
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private Slice Describe(HostRequest.RunSlice request, SliceReadings readings, HeldUsage? held)
    {
        var ((start, stop), span) = readings;
        var elapsed = start.ElapsedTo(stop);
        return new Slice(
            request.Index,
            elapsed,
            stop.Operations - start.Operations,
            start.GcTo(stop),
            start.ProcessTo(stop, span.Opened, span.Closed),
            pressurer?.Over(span.Opened.Pressure, span.Closed.Pressure, stop.Pressure.AllocatedBytes - start.Pressure.AllocatedBytes)
                ?? PressureCounters.None,
            held ?? new HeldUsage(default, default),
            load.Cores,
            request.Timed || load.WholeRunRamp is not null ? start.ResponseTimeTo(stop) : null,
            load.MoreCores);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private BarrierReading ReadBarrier() => BarrierReading.Take(load, watch?.Cpu ?? default, pressure(), device);

    private void BeginTiming()
    {
        load.PrepareTiming();
        watch = new HiccupWatch(barrier);
        watch.Start();
    }

    private void BeginMeasuring(HostRequest.RunSlice request)
    {
        device.BeginMeasuring();
        load.BeginMeasuring();
        watch?.Clear();
        measuresLatency = request.Timed;
    }

    /// <summary>Latencies of the measured slices, without what runs after them; null where operations were not timed.</summary>
    public LatencyReport? ConcludeLatency()
    {
        if (measuresLatency && watch is not null) latency = load.ReportLatency(watch.ToLatencies());
        measuresLatency = false;
        return latency;
    }

    /// <summary>Waits for a background collection to end, so that it does not disturb the other side's slice. It shows only as processor time.</summary>
    private void Settle()
    {
        var began = Stopwatch.GetTimestamp();
        TimeSpan before, after = ProcessorUse.Read().Total;
        do
        {
            before = after;
            failure.WaitOut(SettleStep);
            after = ProcessorUse.Read().Total;
        }
        while (after - before > SettleStep / 4 && Stopwatch.GetElapsedTime(began) < SettleCap);
    }

    private void Mark(EdgeReading edge, bool isStart)
    {
        var (pause, pressureBytes) = (Nanoseconds.From(edge.Pause).Value, edge.Pressure.AllocatedBytes);
        if (isStart) PhaseEvents.Log.PhaseStart("measured", edge.Operations, edge.Timestamp, edge.AllocatedBytes, pause, pressureBytes, Suspensions);
        else PhaseEvents.Log.PhaseStop("measured", edge.Operations, edge.Timestamp, edge.AllocatedBytes, pause, pressureBytes, Suspensions);
    }
}

/// <summary>What was read in a slice.</summary>
/// <param name="Edges">Counters at the edges.</param>
internal sealed record SliceReadings((EdgeReading Start, EdgeReading Stop) Edges, (BarrierReading Opened, BarrierReading Closed) Span);
