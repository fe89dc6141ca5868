using System.Runtime.CompilerServices;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// The innermost loop of a worker that awaits: one operation after another, each awaited before the next. The loop itself allocates one box per call
/// of <see cref="RunAsync"/>.
/// </summary>
/// <remarks>
/// A worker that must let others run yields after a batch in which nothing suspended: a suspension lets them run already. A yield between returning a pooled
/// box and renting the next would let others fill the pool's few slots, and the box would be lost.
/// </remarks>
internal abstract class AwaitingLoop
{
    /// <summary>Operations that were not complete when they returned; written by one thread at a time, read when the slice barrier is closed.</summary>
    public long Suspensions { get; private protected set; }

    /// <summary>Runs batches as long as <paramref name="pace"/> says.</summary>
    public abstract Task RunAsync(WorkerPace pace);

    /// <summary>The loop for an operation of any shape, without timing.</summary>
    public static AwaitingLoop For(Operation operation) => For(operation, default(NoClock));

    /// <summary>The loop for an operation of any shape.</summary>
    public static AwaitingLoop For<TClock>(Operation operation, TClock clock)
        where TClock : struct, IOperationClock => operation.Accept(new ShapeOfLoop<TClock>(clock));

    private sealed class ShapeOfLoop<TClock>(TClock clock) : IOperationVisitor<AwaitingLoop>
        where TClock : struct, IOperationClock
    {
        public AwaitingLoop OnVoid(Action body) => new VoidLoop<TClock>(body, clock);

        public AwaitingLoop OnSync<T>(Func<T> body) => new SyncLoop<T, TClock>(body, clock);

        public AwaitingLoop OnTask(Func<Task> body) => new TaskLoop<TClock>(body, clock);

        public AwaitingLoop OnTask<T>(Func<Task<T>> body) => new TaskLoop<T, TClock>(body, clock);

        public AwaitingLoop OnValueTask(Func<ValueTask> body) => new ValueTaskLoop<TClock>(body, clock);

        public AwaitingLoop OnValueTask<T>(Func<ValueTask<T>> body) => new ValueTaskLoop<T, TClock>(body, clock);
    }

    private sealed class VoidLoop<TClock>(Action body, TClock clock) : AwaitingLoop
        where TClock : struct, IOperationClock
    {
        public override async Task RunAsync(WorkerPace pace)
        {
            var (call, time) = (body, clock);
            if (pace.MustThink) await pace.ThinkAsync();
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                time.Begin();
                for (var i = 0L; i < count; i++)
                {
                    call();
                    time.End();
                }

                if (pace.MustThink) await pace.ThinkAsync();
                else if (pace.MustYield) await Task.Yield();
            }
        }
    }

    private sealed class SyncLoop<T, TClock>(Func<T> body, TClock clock) : AwaitingLoop
        where TClock : struct, IOperationClock
    {
        private readonly Sink<T> sink = new();

        public override async Task RunAsync(WorkerPace pace)
        {
            var (call, result, time) = (body, sink, clock);
            if (pace.MustThink) await pace.ThinkAsync();
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                time.Begin();
                for (var i = 0L; i < count; i++)
                {
                    result.Value = call();
                    time.End();
                }

                if (pace.MustThink) await pace.ThinkAsync();
                else if (pace.MustYield) await Task.Yield();
            }
        }
    }

    private sealed class TaskLoop<TClock>(Func<Task> body, TClock clock) : AwaitingLoop
        where TClock : struct, IOperationClock
    {
        public override async Task RunAsync(WorkerPace pace)
        {
            var (call, time) = (body, clock);
            if (pace.MustThink) await pace.ThinkAsync();
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                var before = Suspensions;
                time.Begin();
                for (var i = 0L; i < count; i++)
                {
                    var pending = call();
                    if (!pending.IsCompleted) Suspensions++;
                    await pending;
                    time.End();
                }

                if (pace.MustThink) await pace.ThinkAsync();
                else if (pace.MustYield && Suspensions == before) await Task.Yield();
            }
        }
    }

    private sealed class TaskLoop<T, TClock>(Func<Task<T>> body, TClock clock) : AwaitingLoop
        where TClock : struct, IOperationClock
    {
        private readonly Sink<T> sink = new();

        public override async Task RunAsync(WorkerPace pace)
        {
            var (call, result, time) = (body, sink, clock);
            if (pace.MustThink) await pace.ThinkAsync();
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                var before = Suspensions;
                time.Begin();
                for (var i = 0L; i < count; i++)
                {
                    var pending = call();
                    if (!pending.IsCompleted) Suspensions++;
                    result.Value = await pending;
                    time.End();
                }

                if (pace.MustThink) await pace.ThinkAsync();
                else if (pace.MustYield && Suspensions == before) await Task.Yield();
            }
        }
    }

    private sealed class ValueTaskLoop<TClock>(Func<ValueTask> body, TClock clock) : AwaitingLoop
        where TClock : struct, IOperationClock
    {
        public override async Task RunAsync(WorkerPace pace)
        {
            var (call, time) = (body, clock);
            if (pace.MustThink) await pace.ThinkAsync();
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                var before = Suspensions;
                time.Begin();
                for (var i = 0L; i < count; i++)
                {
                    var pending = call();
                    if (!pending.IsCompleted) Suspensions++;
                    await pending;
                    time.End();
                }

                if (pace.MustThink) await pace.ThinkAsync();
                else if (pace.MustYield && Suspensions == before) await Task.Yield();
            }
        }
    }

    private sealed class ValueTaskLoop<T, TClock>(Func<ValueTask<T>> body, TClock clock) : AwaitingLoop
        where TClock : struct, IOperationClock
    {
        private readonly Sink<T> sink = new();

        public override async Task RunAsync(WorkerPace pace)
        {
            var (call, result, time) = (body, sink, clock);
            if (pace.MustThink) await pace.ThinkAsync();
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                var before = Suspensions;
                time.Begin();
                for (var i = 0L; i < count; i++)
                {
                    var pending = call();
                    if (!pending.IsCompleted) Suspensions++;
                    result.Value = await pending;
                    time.End();
                }

                if (pace.MustThink) await pace.ThinkAsync();
                else if (pace.MustYield && Suspensions == before) await Task.Yield();
            }
        }
    }
}

/// <summary>
/// Blocks a thread on a pending operation with one cached delegate and one reused event: 0 B per wait. <c>AsTask</c> or <c>Task.Wait</c>
/// would allocate and hide what a pooled source saves.
/// </summary>
internal sealed class PendingWait
{
    private readonly ManualResetEventSlim done = new(false);
    private readonly Action signal;

    public long Waits { get; private set; }

    public PendingWait() => signal = done.Set;

    // Not inlined: loops of completing operations must not contain this code.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Wait<TAwaiter>(TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        Waits++;
        done.Reset();
        awaiter.UnsafeOnCompleted(signal);
        done.Wait();
    }
}
