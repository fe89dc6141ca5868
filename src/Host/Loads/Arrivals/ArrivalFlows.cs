using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads.Arrivals;

/// <summary>
/// All operations that may be under way at once. The pacer takes a free flow for each arrival, and a flow is returned when it is done. Free flows are
/// a stack linked by number. A count in the upper half of its top detects reuse, so that neither side locks or allocates.
/// </summary>
internal sealed class ArrivalFlows
{
    private const long NumberMask = 0xFFFF_FFFF;
    private const long Turn = NumberMask + 1;

    private readonly ArrivalFlow[] flows;
    private readonly int[] next;
    private readonly Books books;
    private readonly ManualResetEventSlim idle = new(true, spinCount: 0);

    // Number of the top flow plus one, 0 for none; above it how often the top has changed.
    private long top;
    private int underWay;
    private volatile bool draining;

    /// <param name="operations">One for each that may be under way at once.</param>
    public ArrivalFlows(IReadOnlyList<Operation> operations, Books books)
    {
        this.books = books;
        next = new int[operations.Count];
        flows = [.. operations.Select((operation, number) => operation.Accept(new ArrivalShapes(this, number)))];
        for (var number = 0; number < flows.Length; number++) Push(number);
    }

    /// <summary>Operations that were not complete when they returned.</summary>
    public long Suspensions => flows.Sum(flow => flow.Suspensions);

    /// <summary>Starts an operation; false when as many as allowed are under way.</summary>
    /// <param name="due">When it was due, as a timestamp.</param>
    public bool TryStart(long due)
    {
        if (TryPop() is not { } number) return false;
        Interlocked.Increment(ref underWay);
        flows[number].Start(due);
        return true;
    }

    /// <summary>Waits until none is under way; only while none is started.</summary>
    public void Drain()
    {
        idle.Reset();
        draining = true;
        // The last flow may have ended before the flag was set. The memory barrier orders this read after the flag, as the decrement does in the flow.
        Interlocked.MemoryBarrier();
        if (Volatile.Read(ref underWay) == 0) idle.Set();
        idle.Wait();
        draining = false;
    }

    /// <summary>Called by a flow that has completed.</summary>
    public void Finish(int number, ArrivalTimes times)
    {
        var (slot, service, response) = books.Of(number);
        service.Record(times.Started, times.Ended);
        response.Record(times.Due, times.Ended);
        if (Ticks.ToNanoseconds(times.Started - times.Due) >= ArrivalReport.LateNanoseconds) books.CountLate();
        slot.Count(1);
        End(number);
    }

    /// <summary>Called by a flow whose operation threw.</summary>
    public void Fail(int number, Exception exception)
    {
        books.Failure.Raise(ExceptionDispatchInfo.Capture(exception));
        End(number);
    }

    private void End(int number)
    {
        Push(number);
        // Makes the kernel update the processor time of this thread before it is read at the slice barrier.
        if (draining) ThreadCpuClock.Read();
        if (Interlocked.Decrement(ref underWay) == 0 && draining) idle.Set();
    }

    private void Push(int number)
    {
        long seen, changed;
        do
        {
            seen = Volatile.Read(ref top);
            next[number] = (int)(seen & NumberMask);
            changed = ((seen & ~NumberMask) + Turn) | (uint)(number + 1);
        }
        while (Interlocked.CompareExchange(ref top, changed, seen) != seen);
    }

    private int? TryPop()
    {
        long seen, changed;
        int number;
        do
        {
            seen = Volatile.Read(ref top);
            number = (int)(seen & NumberMask) - 1;
            if (number < 0) return null;
            changed = ((seen & ~NumberMask) + Turn) | (uint)Volatile.Read(ref next[number]);
        }
        while (Interlocked.CompareExchange(ref top, changed, seen) != seen);
        return number;
    }

    /// <summary>Where results of arrivals are recorded.</summary>
    /// <param name="slots">Counters of finished operations, one for each flow.</param>
    /// <param name="service">Latencies from start to end.</param>
    /// <param name="response">Latencies from due to end.</param>
    internal sealed class Books(WorkerSlot[] slots, LatencyRecorder service, LatencyRecorder response, FailureSignal failure)
    {
        private long late;

        public FailureSignal Failure => failure;

        public long Late => Volatile.Read(ref late);

        public void CountLate() => Interlocked.Increment(ref late);

        public (WorkerSlot Slot, LatencyCounts Service, LatencyCounts Response) Of(int number) =>
            (slots[number], service.Of(number), response.Of(number));
    }
}

/// <summary>
/// One operation under way that arrived by itself: started by a work item of the thread pool, finished by the thread that completes it. It is reused,
/// and holds work item, awaiter and continuation, so an arrival allocates nothing.
/// </summary>
internal abstract class ArrivalFlow : IThreadPoolWorkItem
{
    private readonly ArrivalFlows owner;
    private readonly int number;

    // What a pending operation calls when it is done: made once.
    private readonly Action complete;
    private long due;
    private long started;

    private protected ArrivalFlow(ArrivalFlows owner, int number)
    {
        this.owner = owner;
        this.number = number;
        complete = Finish;
    }

    /// <summary>Operations that were not complete when they returned.</summary>
    public long Suspensions { get; private set; }

    /// <summary>Queues the operation.</summary>
    public void Start(long dueAt)
    {
        due = dueAt;
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    void IThreadPoolWorkItem.Execute()
    {
        started = Stopwatch.GetTimestamp();
        try
        {
            if (!Call()) return;
        }
        catch (Exception exception)
        {
            // A workload may throw anything; it is reported as data.
            owner.Fail(number, exception);
            return;
        }

        Finish();
    }

    /// <summary>Calls the operation.</summary>
    /// <returns>Whether it is complete already; otherwise the flow finishes by itself, perhaps before this returns.</returns>
    private protected abstract bool Call();

    private protected abstract void Consume();

    /// <summary>Lets the flow finish once the operation is done. Counted first, since the flow may serve another arrival right after.</summary>
    /// <returns>False: it is pending.</returns>
    private protected bool Wait<TAwaiter>(TAwaiter pending)
        where TAwaiter : ICriticalNotifyCompletion
    {
        Suspensions++;
        pending.UnsafeOnCompleted(complete);
        return false;
    }

    private void Finish()
    {
        try
        {
            Consume();
        }
        catch (Exception exception)
        {
            owner.Fail(number, exception);
            return;
        }

        owner.Finish(number, new ArrivalTimes(due, started, Stopwatch.GetTimestamp()));
    }
}

/// <summary>The three moments of an arrival, as timestamps.</summary>
internal readonly record struct ArrivalTimes(long Due, long Started, long Ended);
