using System.Diagnostics;

namespace AsyncLoad.Host.Loads.Arrivals;

/// <summary>
/// One operation under way that arrived by itself: started by a work item of the thread pool, finished by whoever completes it. Used again and again;
/// an arrival allocates nothing, since work item, awaiter and continuation are all this object's.
/// </summary>
internal abstract class ArrivalFlow : IThreadPoolWorkItem
{
    private readonly ArrivalFlows owner;
    private readonly int number;
    private long due;
    private long started;

    private protected ArrivalFlow(ArrivalFlows owner, int number)
    {
        this.owner = owner;
        this.number = number;
        Complete = Finish;
    }

    /// <summary>Operations that were not complete when they returned.</summary>
    public long Suspensions { get; private set; }

    /// <summary>What a pending operation calls when it is done: made once.</summary>
    private protected Action Complete { get; }

    /// <summary>Queues the operation.</summary>
    /// <param name="dueAt">When it was due, as a timestamp.</param>
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
            // Whatever a workload throws is data.
            owner.Fail(number, exception);
            return;
        }

        Finish();
    }

    /// <summary>Calls the operation.</summary>
    /// <returns>Whether it is complete already; otherwise <see cref="Complete"/> is called, perhaps before this returns.</returns>
    private protected abstract bool Call();

    /// <summary>Consumes the result.</summary>
    private protected abstract void Consume();

    /// <summary>Notes that the operation is pending; before its continuation is handed over, since the flow may be another arrival's right after.</summary>
    private protected void Suspend() => Suspensions++;

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
/// <param name="Due">When it should have started.</param>
/// <param name="Started">When it did.</param>
/// <param name="Ended">When its result was consumed.</param>
internal readonly record struct ArrivalTimes(long Due, long Started, long Ended);
