using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// The innermost loop of a wave: one operation started in every place, then all awaited in order. Batches are whole waves.
/// </summary>
internal static class WaveLoop
{
    /// <summary>The loop for operations of one shape, that times nothing.</summary>
    public static AwaitingLoop For(IReadOnlyList<Operation> operations) => For(operations, default(NoClock));

    /// <summary>The loop for operations of one shape. The latency of one ends when the loop gets to it, in order.</summary>
    public static AwaitingLoop For<TClock>(IReadOnlyList<Operation> operations, TClock clock)
        where TClock : struct, IOperationClock => operations[0].Accept(new ShapeOfLoop<TClock>(operations, clock));

    private sealed class ShapeOfLoop<TClock>(IReadOnlyList<Operation> operations, TClock clock) : IOperationVisitor<AwaitingLoop>
        where TClock : struct, IOperationClock
    {
        public AwaitingLoop OnVoid(Action body) => new VoidWave<TClock>(Bodies<Action>(), clock);

        public AwaitingLoop OnSync<T>(Func<T> body) => new SyncWave<T, TClock>(Bodies<Func<T>>(), clock);

        public AwaitingLoop OnTask(Func<Task> body) => new TaskWave<TClock>(Bodies<Func<Task>>(), clock);

        public AwaitingLoop OnTask<T>(Func<Task<T>> body) => new TaskWave<T, TClock>(Bodies<Func<Task<T>>>(), clock);

        public AwaitingLoop OnValueTask(Func<ValueTask> body) => new ValueTaskWave<TClock>(Bodies<Func<ValueTask>>(), clock);

        public AwaitingLoop OnValueTask<T>(Func<ValueTask<T>> body) => new ValueTaskWave<T, TClock>(Bodies<Func<ValueTask<T>>>(), clock);

        private TBody[] Bodies<TBody>()
            where TBody : Delegate => [.. operations.Select(operation => (TBody)operation.Accept(BodyOf.Instance))];
    }

    private sealed class BodyOf : IOperationVisitor<Delegate>
    {
        public static readonly BodyOf Instance = new();

        public Delegate OnVoid(Action body) => body;

        public Delegate OnSync<T>(Func<T> body) => body;

        public Delegate OnTask(Func<Task> body) => body;

        public Delegate OnTask<T>(Func<Task<T>> body) => body;

        public Delegate OnValueTask(Func<ValueTask> body) => body;

        public Delegate OnValueTask<T>(Func<ValueTask<T>> body) => body;
    }

    private sealed class VoidWave<TClock>(Action[] bodies, TClock clock) : AwaitingLoop
        where TClock : struct, IOperationClock
    {
        public override async Task RunAsync(WorkerPace pace)
        {
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                for (var done = 0L; done < count; done += bodies.Length)
                {
                    for (var place = 0; place < bodies.Length; place++)
                    {
                        clock.Begin(place);
                        bodies[place]();
                        clock.End(place);
                    }
                }
            }
        }
    }

    private sealed class SyncWave<T, TClock>(Func<T>[] bodies, TClock clock) : AwaitingLoop
        where TClock : struct, IOperationClock
    {
        private readonly Sink<T> sink = new();

        public override async Task RunAsync(WorkerPace pace)
        {
            if (pace.YieldFirst) await Task.Yield();
            while (pace.NextBatch() is > 0 and var count)
            {
                for (var done = 0L; done < count; done += bodies.Length)
                {
                    for (var place = 0; place < bodies.Length; place++)
                    {
                        clock.Begin(place);
                        sink.Value = bodies[place]();
                        clock.End(place);
                    }
                }
            }
        }
    }

    private sealed class TaskWave<TClock>(Func<Task>[] bodies, TClock clock) : AwaitingLoop
        where TClock : struct, IOperationClock
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
                    for (var place = 0; place < started.Length; place++)
                    {
                        await started[place];
                        clock.End(place);
                    }
                }
            }
        }

        private void Start()
        {
            for (var place = 0; place < bodies.Length; place++)
            {
                clock.Begin(place);
                started[place] = bodies[place]();
                if (!started[place].IsCompleted) Suspensions++;
            }
        }
    }

    private sealed class TaskWave<T, TClock>(Func<Task<T>>[] bodies, TClock clock) : AwaitingLoop
        where TClock : struct, IOperationClock
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
                    for (var place = 0; place < started.Length; place++)
                    {
                        sink.Value = await started[place];
                        clock.End(place);
                    }
                }
            }
        }

        private void Start()
        {
            for (var place = 0; place < bodies.Length; place++)
            {
                clock.Begin(place);
                started[place] = bodies[place]();
                if (!started[place].IsCompleted) Suspensions++;
            }
        }
    }

    private sealed class ValueTaskWave<TClock>(Func<ValueTask>[] bodies, TClock clock) : AwaitingLoop
        where TClock : struct, IOperationClock
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
                    for (var place = 0; place < started.Length; place++)
                    {
                        await started[place];
                        clock.End(place);
                    }
                }
            }
        }

        private void Start()
        {
            for (var place = 0; place < bodies.Length; place++)
            {
                clock.Begin(place);
                started[place] = bodies[place]();
                if (!started[place].IsCompleted) Suspensions++;
            }
        }
    }

    private sealed class ValueTaskWave<T, TClock>(Func<ValueTask<T>>[] bodies, TClock clock) : AwaitingLoop
        where TClock : struct, IOperationClock
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
                    for (var place = 0; place < started.Length; place++)
                    {
                        sink.Value = await started[place];
                        clock.End(place);
                    }
                }
            }
        }

        private void Start()
        {
            for (var place = 0; place < bodies.Length; place++)
            {
                clock.Begin(place);
                started[place] = bodies[place]();
                if (!started[place].IsCompleted) Suspensions++;
            }
        }
    }
}
