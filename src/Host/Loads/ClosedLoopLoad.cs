using System.Diagnostics;
using System.Threading.Tasks.Sources;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// Workers on the thread pool, each awaiting its operation before the next, with a pause between if asked. One worker is the plain
/// awaiting loop: pooled boxes return to the thread that rents them.
/// </summary>
internal sealed class ClosedLoopLoad : Load
{
    private readonly PoolFlows flows;
    private readonly bool thinks;
    private readonly FlowPlacement placement;

    public ClosedLoopLoad(IReadOnlyList<Operation> operations, TimeSpan? thinkTime, SliceBarrier barrier, FailureSignal failure)
        : base(operations, barrier, failure)
    {
        thinks = thinkTime is not null;
        placement = new FlowPlacement(operations.Count);
        flows = new PoolFlows(operations, Latency, MakePace, failure);

        WorkerPace MakePace(int worker, bool crowded)
        {
            var think = thinkTime is { } length ? new ThinkTime(length, (double)worker / operations.Count, barrier) : null;
            return new WorkerPace(Slots[worker], barrier, crowded, think);
        }
    }

    public override bool RunsOnPool => true;

    private protected override PoolThreadPlacement? PoolThreads => thinks ? null : placement.Of(Suspensions);

    public override bool IsPaced => thinks;

    public override long? ResponseTimeSum => thinks ? Latency.Sum : null;

    public override long Suspensions => flows.Suspensions;

    public override long CountedOperations(long asked) => flows.WholeOf(asked);

    private protected override void RunUntilClosed(WorkOrder order) => flows.RunUntilClosed(order);

    private protected override void RunCounted(long operations, bool twin) => flows.RunCounted(operations, twin);
}

/// <summary>
/// The pause of one worker between two operations: one reused timer and awaitable, 0 B per pause. A pause that a closing slice barrier cuts
/// short continues after the next opening, so that slices do not shorten the pauses of callers.
/// </summary>
internal sealed class ThinkTime : IValueTaskSource
{
    // In ms: the longest time until a pause notices that the slice barrier has closed.
    private const int LongestWaitMilliseconds = 10;

    private readonly SliceBarrier barrier;
    private readonly long length;
    private readonly Timer timer;
    private ManualResetValueTaskSourceCore<bool> core;
    private long owed;
    private long begun;

    /// <param name="length">How long each pause is.</param>
    /// <param name="share">Part of a pause, 0 to 1, before the first operation, so that workers do not all start together.</param>
    /// <param name="barrier">What ends a pause early.</param>
    public ThinkTime(TimeSpan length, double share, SliceBarrier barrier)
    {
        this.barrier = barrier;
        this.length = (long)(length.TotalSeconds * Stopwatch.Frequency);
        owed = (long)(this.length * share);
        timer = new Timer(static state => ((ThinkTime)state!).Check(), this, Timeout.Infinite, Timeout.Infinite);
    }

    /// <summary>Whether there is anything left to wait for.</summary>
    public bool IsOwed => owed > 0;

    /// <summary>Asks for a pause after the operation that begins now.</summary>
    public void Owe() => owed = length;

    /// <summary>Waits for what is owed, or until the slice barrier closes.</summary>
    public ValueTask PauseAsync()
    {
        core.Reset();
        begun = Stopwatch.GetTimestamp();
        timer.Change(NextCheck, Timeout.Infinite);
        return new ValueTask(this, core.Version);
    }

    void IValueTaskSource.GetResult(short token) => core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => core.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        core.OnCompleted(continuation, state, token, flags);

    private long NextCheck => Math.Clamp((owed * 1_000 / Stopwatch.Frequency) + 1, 1, LongestWaitMilliseconds);

    private void Check()
    {
        var now = Stopwatch.GetTimestamp();
        owed = Math.Max(0, owed - (now - begun));
        begun = now;
        if (owed == 0 || !barrier.IsOpen) core.SetResult(true);
        else timer.Change(NextCheck, Timeout.Infinite);
    }
}
