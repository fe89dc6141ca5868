using System.Runtime.InteropServices;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// The innermost loop: a number of operations, one after another, each result consumed by a store into the loop's own cache line.
/// There is one closed generic type per shape and clock. The delegate is typed, so nothing is boxed, looked up or allocated.
/// </summary>
internal abstract class BatchLoop
{
    private protected PendingWait Pending { get; } = new();

    /// <summary>Operations that were not complete when they returned.</summary>
    public long Suspensions => Pending.Waits;

    /// <summary>Runs <paramref name="count"/> operations; blocks on a pending one.</summary>
    public abstract void Run(long count);

    /// <summary>The loop for an operation of any shape, without timing.</summary>
    public static BatchLoop For(Operation operation) => For(operation, default(NoClock));

    /// <summary>The loop for an operation of any shape.</summary>
    public static BatchLoop For<TClock>(Operation operation, TClock clock)
        where TClock : struct, IOperationClock => operation.Accept(new ShapeOfLoop<TClock>(clock));

    private sealed class ShapeOfLoop<TClock>(TClock clock) : IOperationVisitor<BatchLoop>
        where TClock : struct, IOperationClock
    {
        public BatchLoop OnVoid(Action body) => new VoidLoop<TClock>(body, clock);

        public BatchLoop OnSync<T>(Func<T> body) => new SyncLoop<T, TClock>(body, clock);

        public BatchLoop OnTask(Func<Task> body) => new TaskLoop<TClock>(body, clock);

        public BatchLoop OnTask<T>(Func<Task<T>> body) => new TaskLoop<T, TClock>(body, clock);

        public BatchLoop OnValueTask(Func<ValueTask> body) => new ValueTaskLoop<TClock>(body, clock);

        public BatchLoop OnValueTask<T>(Func<ValueTask<T>> body) => new ValueTaskLoop<T, TClock>(body, clock);
    }

    private sealed class VoidLoop<TClock>(Action body, TClock clock) : BatchLoop
        where TClock : struct, IOperationClock
    {
        private readonly Action body = body;
        private readonly TClock clock = clock;

        public override void Run(long count)
        {
            var (call, time) = (body, clock);
            time.Begin();
            for (var i = 0L; i < count; i++)
            {
                call();
                time.End();
            }
        }
    }

    private sealed class SyncLoop<T, TClock>(Func<T> body, TClock clock) : BatchLoop
        where TClock : struct, IOperationClock
    {
        private readonly Func<T> body = body;
        private readonly TClock clock = clock;
        private readonly Sink<T> sink = new();

        public override void Run(long count)
        {
            var (call, result, time) = (body, sink, clock);
            time.Begin();
            for (var i = 0L; i < count; i++)
            {
                result.Value = call();
                time.End();
            }
        }
    }

    private sealed class TaskLoop<TClock>(Func<Task> body, TClock clock) : BatchLoop
        where TClock : struct, IOperationClock
    {
        private readonly Func<Task> body = body;
        private readonly TClock clock = clock;

        public override void Run(long count)
        {
            var (call, pending, time) = (body, Pending, clock);
            time.Begin();
            for (var i = 0L; i < count; i++)
            {
                var awaiter = call().GetAwaiter();
                if (!awaiter.IsCompleted) pending.Wait(awaiter);
                awaiter.GetResult();
                time.End();
            }
        }
    }

    private sealed class TaskLoop<T, TClock>(Func<Task<T>> body, TClock clock) : BatchLoop
        where TClock : struct, IOperationClock
    {
        private readonly Func<Task<T>> body = body;
        private readonly TClock clock = clock;
        private readonly Sink<T> sink = new();

        public override void Run(long count)
        {
            var (call, result, pending, time) = (body, sink, Pending, clock);
            time.Begin();
            for (var i = 0L; i < count; i++)
            {
                var awaiter = call().GetAwaiter();
                if (!awaiter.IsCompleted) pending.Wait(awaiter);
                result.Value = awaiter.GetResult();
                time.End();
            }
        }
    }

    private sealed class ValueTaskLoop<TClock>(Func<ValueTask> body, TClock clock) : BatchLoop
        where TClock : struct, IOperationClock
    {
        private readonly Func<ValueTask> body = body;
        private readonly TClock clock = clock;

        public override void Run(long count)
        {
            var (call, pending, time) = (body, Pending, clock);
            time.Begin();
            for (var i = 0L; i < count; i++)
            {
                var awaiter = call().GetAwaiter();
                if (!awaiter.IsCompleted) pending.Wait(awaiter);
                awaiter.GetResult();
                time.End();
            }
        }
    }

    private sealed class ValueTaskLoop<T, TClock>(Func<ValueTask<T>> body, TClock clock) : BatchLoop
        where TClock : struct, IOperationClock
    {
        private readonly Func<ValueTask<T>> body = body;
        private readonly TClock clock = clock;
        private readonly Sink<T> sink = new();

        public override void Run(long count)
        {
            var (call, result, pending, time) = (body, sink, Pending, clock);
            time.Begin();
            for (var i = 0L; i < count; i++)
            {
                var awaiter = call().GetAwaiter();
                if (!awaiter.IsCompleted) pending.Wait(awaiter);
                result.Value = awaiter.GetResult();
                time.End();
            }
        }
    }
}

/// <summary>Where results go: padded, so that no two workers' sinks share a cache line. The runtime lays the value out first.</summary>
internal sealed class Sink<T>
{
    public T? Value;

    public SinkPadding After { get; }
}

/// <summary>Two lines of 64 bytes: the prefetcher fetches them in pairs.</summary>
[StructLayout(LayoutKind.Sequential, Size = 128)]
internal struct SinkPadding;
