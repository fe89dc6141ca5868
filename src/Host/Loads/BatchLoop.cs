using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// The innermost loop: a number of operations, one after another, each result consumed by a store into the loop's own cache line.
/// One closed generic a shape; the delegate is typed, so nothing is boxed, looked up or allocated.
/// </summary>
internal abstract class BatchLoop
{
    private protected PendingWait Pending { get; } = new();

    /// <summary>Operations that were not complete when they returned.</summary>
    public long Suspensions => Pending.Waits;

    /// <summary>Runs <paramref name="count"/> operations; blocks on a pending one.</summary>
    public abstract void Run(long count);

    /// <summary>The loop for an operation, whatever its shape.</summary>
    public static BatchLoop For(Operation operation) => operation.Accept(ShapeOfLoop.Instance);

    private sealed class ShapeOfLoop : IOperationVisitor<BatchLoop>
    {
        public static readonly ShapeOfLoop Instance = new();

        public BatchLoop OnSync<T>(Func<T> body) => new SyncLoop<T>(body);

        public BatchLoop OnTask(Func<Task> body) => new TaskLoop(body);

        public BatchLoop OnTask<T>(Func<Task<T>> body) => new TaskLoop<T>(body);

        public BatchLoop OnValueTask(Func<ValueTask> body) => new ValueTaskLoop(body);

        public BatchLoop OnValueTask<T>(Func<ValueTask<T>> body) => new ValueTaskLoop<T>(body);
    }

    private sealed class SyncLoop<T>(Func<T> body) : BatchLoop
    {
        private readonly Func<T> body = body;
        private readonly Sink<T> sink = new();

        public override void Run(long count)
        {
            var (call, result) = (body, sink);
            for (var i = 0L; i < count; i++) result.Value = call();
        }
    }

    private sealed class TaskLoop(Func<Task> body) : BatchLoop
    {
        private readonly Func<Task> body = body;

        public override void Run(long count)
        {
            var (call, pending) = (body, Pending);
            for (var i = 0L; i < count; i++)
            {
                var awaiter = call().GetAwaiter();
                if (!awaiter.IsCompleted) pending.Wait(awaiter);
                awaiter.GetResult();
            }
        }
    }

    private sealed class TaskLoop<T>(Func<Task<T>> body) : BatchLoop
    {
        private readonly Func<Task<T>> body = body;
        private readonly Sink<T> sink = new();

        public override void Run(long count)
        {
            var (call, result, pending) = (body, sink, Pending);
            for (var i = 0L; i < count; i++)
            {
                var awaiter = call().GetAwaiter();
                if (!awaiter.IsCompleted) pending.Wait(awaiter);
                result.Value = awaiter.GetResult();
            }
        }
    }

    private sealed class ValueTaskLoop(Func<ValueTask> body) : BatchLoop
    {
        private readonly Func<ValueTask> body = body;

        public override void Run(long count)
        {
            var (call, pending) = (body, Pending);
            for (var i = 0L; i < count; i++)
            {
                var awaiter = call().GetAwaiter();
                if (!awaiter.IsCompleted) pending.Wait(awaiter);
                awaiter.GetResult();
            }
        }
    }

    private sealed class ValueTaskLoop<T>(Func<ValueTask<T>> body) : BatchLoop
    {
        private readonly Func<ValueTask<T>> body = body;
        private readonly Sink<T> sink = new();

        public override void Run(long count)
        {
            var (call, result, pending) = (body, sink, Pending);
            for (var i = 0L; i < count; i++)
            {
                var awaiter = call().GetAwaiter();
                if (!awaiter.IsCompleted) pending.Wait(awaiter);
                result.Value = awaiter.GetResult();
            }
        }
    }
}
