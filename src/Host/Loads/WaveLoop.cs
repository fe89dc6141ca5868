using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// The innermost loop of a wave: one operation started in every place, then all awaited in order. Batches are whole waves.
/// </summary>
internal static class WaveLoop
{
    /// <summary>The loop for operations of one shape.</summary>
    public static AwaitingLoop For(IReadOnlyList<Operation> operations) => operations[0].Accept(new ShapeOfLoop(operations));

    private sealed class ShapeOfLoop(IReadOnlyList<Operation> operations) : IOperationVisitor<AwaitingLoop>
    {
        public AwaitingLoop OnSync<T>(Func<T> body) => new SyncWave<T>(Bodies<Func<T>>());

        public AwaitingLoop OnTask(Func<Task> body) => new TaskWave(Bodies<Func<Task>>());

        public AwaitingLoop OnTask<T>(Func<Task<T>> body) => new TaskWave<T>(Bodies<Func<Task<T>>>());

        public AwaitingLoop OnValueTask(Func<ValueTask> body) => new ValueTaskWave(Bodies<Func<ValueTask>>());

        public AwaitingLoop OnValueTask<T>(Func<ValueTask<T>> body) => new ValueTaskWave<T>(Bodies<Func<ValueTask<T>>>());

        private TBody[] Bodies<TBody>()
            where TBody : Delegate => [.. operations.Select(operation => (TBody)operation.Accept(BodyOf.Instance))];
    }

    private sealed class BodyOf : IOperationVisitor<Delegate>
    {
        public static readonly BodyOf Instance = new();

        public Delegate OnSync<T>(Func<T> body) => body;

        public Delegate OnTask(Func<Task> body) => body;

        public Delegate OnTask<T>(Func<Task<T>> body) => body;

        public Delegate OnValueTask(Func<ValueTask> body) => body;

        public Delegate OnValueTask<T>(Func<ValueTask<T>> body) => body;
    }

    private sealed class SyncWave<T>(Func<T>[] bodies) : AwaitingLoop
    {
        private readonly Sink<T> sink = new();

        public override async Task RunAsync(WorkerPace pace)
        {
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                for (var done = 0L; done < count; done += bodies.Length)
                {
                    foreach (var body in bodies) sink.Value = body();
                }
            }
        }
    }

    private sealed class TaskWave(Func<Task>[] bodies) : AwaitingLoop
    {
        private readonly Task[] started = new Task[bodies.Length];

        public override async Task RunAsync(WorkerPace pace)
        {
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                for (var done = 0L; done < count; done += bodies.Length)
                {
                    Start();
                    for (var place = 0; place < started.Length; place++) await started[place];
                }
            }
        }

        private void Start()
        {
            for (var place = 0; place < bodies.Length; place++)
            {
                started[place] = bodies[place]();
                if (!started[place].IsCompleted) Suspensions++;
            }
        }
    }

    private sealed class TaskWave<T>(Func<Task<T>>[] bodies) : AwaitingLoop
    {
        private readonly Task<T>[] started = new Task<T>[bodies.Length];
        private readonly Sink<T> sink = new();

        public override async Task RunAsync(WorkerPace pace)
        {
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                for (var done = 0L; done < count; done += bodies.Length)
                {
                    Start();
                    for (var place = 0; place < started.Length; place++) sink.Value = await started[place];
                }
            }
        }

        private void Start()
        {
            for (var place = 0; place < bodies.Length; place++)
            {
                started[place] = bodies[place]();
                if (!started[place].IsCompleted) Suspensions++;
            }
        }
    }

    private sealed class ValueTaskWave(Func<ValueTask>[] bodies) : AwaitingLoop
    {
        private readonly ValueTask[] started = new ValueTask[bodies.Length];

        public override async Task RunAsync(WorkerPace pace)
        {
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                for (var done = 0L; done < count; done += bodies.Length)
                {
                    Start();
                    for (var place = 0; place < started.Length; place++) await started[place];
                }
            }
        }

        private void Start()
        {
            for (var place = 0; place < bodies.Length; place++)
            {
                started[place] = bodies[place]();
                if (!started[place].IsCompleted) Suspensions++;
            }
        }
    }

    private sealed class ValueTaskWave<T>(Func<ValueTask<T>>[] bodies) : AwaitingLoop
    {
        private readonly ValueTask<T>[] started = new ValueTask<T>[bodies.Length];
        private readonly Sink<T> sink = new();

        public override async Task RunAsync(WorkerPace pace)
        {
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                for (var done = 0L; done < count; done += bodies.Length)
                {
                    Start();
                    for (var place = 0; place < started.Length; place++) sink.Value = await started[place];
                }
            }
        }

        private void Start()
        {
            for (var place = 0; place < bodies.Length; place++)
            {
                started[place] = bodies[place]();
                if (!started[place].IsCompleted) Suspensions++;
            }
        }
    }
}
