using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using AsyncLoad.Host.Platform;

namespace AsyncLoad.Host.Slices;

/// <summary>
/// The barrier at which workers and the pressurer wait between slices. The control thread opens and closes it. Participants check
/// <see cref="IsOpen"/> once per batch, a read of a cache line that is not written while the slice barrier is open.
/// </summary>
internal sealed class SliceBarrier
{
    private readonly object guard = new();
    // The first wait that blocks allocates, so it happens here, before any bytes are counted.
    private readonly CountdownEvent arrivals = Waited(new CountdownEvent(1));
    private volatile bool isOpen;
    private bool isShut;
    private int opening;
    private WorkOrder order = WorkOrder.UntilClosed(1, timed: false, warmUp: false);
    private long openedAt;
    private long openBefore;

    /// <summary>Whether participants go on.</summary>
    public bool IsOpen => isOpen;

    /// <summary>How long it was open for timed orders, up to its last closing.</summary>
    public TimeSpan OpenBefore => Stopwatch.GetElapsedTime(0, Volatile.Read(ref openBefore));

    /// <summary>The same up to now, for participants of a timed order that have not arrived yet.</summary>
    public TimeSpan OpenUntilNow => Stopwatch.GetElapsedTime(openedAt - openBefore);

    /// <summary>Waits for an opening that this participant has not seen yet. Waits must not spin: a held process has to leave its cores to the other side.</summary>
    /// <param name="seen">Number of the last opening that it has seen; becomes the number of this one.</param>
    /// <returns>What to do, or null when the slice barrier is shut for good.</returns>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public WorkOrder? WaitForOpening(ref int seen)
    {
        lock (guard)
        {
            while (opening == seen && !isShut) Monitor.Wait(guard);
            seen = opening;
            return isShut ? null : order;
        }
    }

    /// <summary>Sleeps until a timestamp; notices within a millisecond that the slice barrier has closed.</summary>
    /// <returns>False when it closed before.</returns>
    public bool SleepUntil(long timestamp)
    {
        while (isOpen)
        {
            var now = Stopwatch.GetTimestamp();
            if (now >= timestamp) return true;
            ThisSystem.Waiting.Until(Math.Min(timestamp, now + Ticks.Millisecond));
        }

        return false;
    }

    /// <summary>Says that a participant has stopped.</summary>
    public void Arrive() => arrivals.Signal();

    /// <summary>Lets <paramref name="participants"/> begin.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void Open(WorkOrder work, int participants)
    {
        lock (guard)
        {
            order = work;
            arrivals.Reset(participants);
            isOpen = true;
            openedAt = Stopwatch.GetTimestamp();
            opening++;
            Monitor.PulseAll(guard);
        }
    }

    /// <summary>Waits until all have arrived: from an open order as soon as they see the slice barrier closed, from a counted one when it is done.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void Close()
    {
        isOpen = false;
        // Read after closing, so that a thread that still sees it open never counts time beyond the sum.
        var closedAt = Stopwatch.GetTimestamp();
        arrivals.Wait();
        // Written only now, since participants read it until they arrive.
        if (order.Count is null) Volatile.Write(ref openBefore, openBefore + (closedAt - openedAt));
    }

    /// <summary>Ends all waiting: no slice follows.</summary>
    public void Shut()
    {
        lock (guard)
        {
            isShut = true;
            isOpen = false;
            Monitor.PulseAll(guard);
        }
    }

    // Its inner event allocates 24 B at the first wait that blocks. That could be the wait of a count slice, when earlier waits ended while still
    // spinning. The bytes of its operations would include them.
    private static CountdownEvent Waited(CountdownEvent waited)
    {
        waited.Wait(TimeSpan.FromMilliseconds(1));
        waited.Signal();
        return waited;
    }
}

/// <summary>What workers do while the slice barrier is open.</summary>
/// <param name="Batch">Operations between two checks of the slice barrier.</param>
/// <param name="Count">Operations to run, all workers together, or null to run until the slice barrier closes.</param>
/// <param name="Twin">Whether to run the no-op of the same shape instead of the variant.</param>
/// <param name="Timed">Whether each operation is timed alone.</param>
/// <param name="WarmUp">Whether it is part of the warm-up, or of a traced run: loads with stages stay at their busiest point.</param>
internal sealed record WorkOrder(long Batch, long? Count, bool Twin, bool Timed, bool WarmUp)
{
    public static WorkOrder UntilClosed(long batch, bool timed, bool warmUp) => new(batch, null, Twin: false, timed, warmUp);

    public static WorkOrder Counted(long operations, bool twin) => new(1, operations, twin, Timed: false, WarmUp: false);
}

/// <summary>Passes the first exception of a worker to the control thread, and ends its wait. Thread-safe.</summary>
internal sealed class FailureSignal : IDisposable
{
    private readonly ManualResetEventSlim raised = new(false, spinCount: 0);
    private ExceptionDispatchInfo? first;

    public void Raise(ExceptionDispatchInfo exception)
    {
        Interlocked.CompareExchange(ref first, exception, null);
        raised.Set();
    }

    /// <summary>Ends the control thread's waits for good: a load has come to its end.</summary>
    public void EndWaits() => raised.Set();

    /// <summary>Waits for <paramref name="length"/>, or less when a worker fails or the load has ended.</summary>
    /// <returns>Whether it waited for less.</returns>
    public bool WaitOut(TimeSpan length) => raised.Wait(length);

    /// <summary>Throws what a worker threw.</summary>
    /// <exception cref="WorkloadFailedException">The workload has failed.</exception>
    /// <exception cref="RequestRefusedException">The load would not run.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void ThrowIfRaised()
    {
        if (Volatile.Read(ref first) is not { } exception) return;
        if (exception.SourceException is RequestRefusedException) exception.Throw();
        throw new WorkloadFailedException(exception.SourceException);
    }

    public void Dispose() => raised.Dispose();
}

/// <summary>The workload under measurement threw.</summary>
internal sealed class WorkloadFailedException(Exception inner)
    : Exception($"the workload threw {Said(inner)}{(inner is TypeInitializationException { InnerException: { } cause } ? $" ({Said(cause)})" : "")}", inner)
{
    private static string Said(Exception thrown) => $"{thrown.GetType().FullName}: {thrown.Message}";
}
