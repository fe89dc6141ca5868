using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// The innermost loop of a worker that awaits: one operation after another, each awaited before the next. What the loop itself allocates is
/// one box a call of <see cref="RunAsync"/>.
/// </summary>
/// <remarks>
/// Who must let others run does so after a batch in which nothing suspended; a suspension has done it already. A yield between giving a pooled
/// box back and renting the next lets others fill the pool's few slots meanwhile, and the box is lost.
/// </remarks>
internal abstract class AwaitingLoop
{
    /// <summary>Operations that were not complete when they returned; written by one thread at a time, read when the gate is closed.</summary>
    public long Suspensions { get; private protected set; }

    /// <summary>Runs batches as long as <paramref name="pace"/> says.</summary>
    public abstract Task RunAsync(WorkerPace pace);

    /// <summary>The loop for an operation, whatever its shape.</summary>
    public static AwaitingLoop For(Operation operation) => operation.Accept(ShapeOfLoop.Instance);

    private sealed class ShapeOfLoop : IOperationVisitor<AwaitingLoop>
    {
        public static readonly ShapeOfLoop Instance = new();

        public AwaitingLoop OnSync<T>(Func<T> body) => new SyncLoop<T>(body);

        public AwaitingLoop OnTask(Func<Task> body) => new TaskLoop(body);

        public AwaitingLoop OnTask<T>(Func<Task<T>> body) => new TaskLoop<T>(body);

        public AwaitingLoop OnValueTask(Func<ValueTask> body) => new ValueTaskLoop(body);

        public AwaitingLoop OnValueTask<T>(Func<ValueTask<T>> body) => new ValueTaskLoop<T>(body);
    }

    private sealed class SyncLoop<T>(Func<T> body) : AwaitingLoop
    {
        private readonly Sink<T> sink = new();

        public override async Task RunAsync(WorkerPace pace)
        {
            var (call, result) = (body, sink);
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                for (var i = 0L; i < count; i++) result.Value = call();
                if (pace.MustYield) await Task.Yield();
            }
        }
    }

    private sealed class TaskLoop(Func<Task> body) : AwaitingLoop
    {
        public override async Task RunAsync(WorkerPace pace)
        {
            var call = body;
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                var before = Suspensions;
                for (var i = 0L; i < count; i++)
                {
                    var pending = call();
                    if (!pending.IsCompleted) Suspensions++;
                    await pending;
                }

                if (pace.MustYield && Suspensions == before) await Task.Yield();
            }
        }
    }

    private sealed class TaskLoop<T>(Func<Task<T>> body) : AwaitingLoop
    {
        private readonly Sink<T> sink = new();

        public override async Task RunAsync(WorkerPace pace)
        {
            var (call, result) = (body, sink);
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                var before = Suspensions;
                for (var i = 0L; i < count; i++)
                {
                    var pending = call();
                    if (!pending.IsCompleted) Suspensions++;
                    result.Value = await pending;
                }

                if (pace.MustYield && Suspensions == before) await Task.Yield();
            }
        }
    }

    private sealed class ValueTaskLoop(Func<ValueTask> body) : AwaitingLoop
    {
        public override async Task RunAsync(WorkerPace pace)
        {
            var call = body;
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                var before = Suspensions;
                for (var i = 0L; i < count; i++)
                {
                    var pending = call();
                    if (!pending.IsCompleted) Suspensions++;
                    await pending;
                }

                if (pace.MustYield && Suspensions == before) await Task.Yield();
            }
        }
    }

    private sealed class ValueTaskLoop<T>(Func<ValueTask<T>> body) : AwaitingLoop
    {
        private readonly Sink<T> sink = new();

        public override async Task RunAsync(WorkerPace pace)
        {
            var (call, result) = (body, sink);
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                var before = Suspensions;
                for (var i = 0L; i < count; i++)
                {
                    var pending = call();
                    if (!pending.IsCompleted) Suspensions++;
                    result.Value = await pending;
                }

                if (pace.MustYield && Suspensions == before) await Task.Yield();
            }
        }
    }
}
