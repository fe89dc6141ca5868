using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>Starts a number of operations, awaits them all, and repeats, in one flow on the thread pool: the worst case for bounded pools.</summary>
internal sealed class WaveLoad : Load
{
    private readonly int size;
    private readonly AwaitingLoop loop;
    private readonly AwaitingLoop timedLoop;
    private readonly AwaitingLoop twin;
    private readonly PoolFlow flow;
    private readonly CountdownEvent arrivals = new(0);
    private readonly FlowPlacement placement = new(flows: 1);

    /// <param name="operations">One for each place in the wave: places overlap, so none may share an operation.</param>
    public WaveLoad(IReadOnlyList<Operation> operations, SliceBarrier barrier, FailureSignal failure)
        : base([operations[0]], barrier, failure)
    {
        size = operations.Count;
        loop = WaveLoop.For(operations);
        timedLoop = WaveLoop.For(operations, new LatencyClock(Latency.Of(0), operations.Count));
        twin = WaveLoop.For([.. operations.Select(NoOpTwin.Of)]);
        flow = new PoolFlow(new WorkerPace(Slots[0], barrier, mustYield: false), arrivals, failure);
    }

    public override bool RunsOnPool => true;

    private protected override PoolThreadPlacement PoolThreads => placement.Of(Suspensions);

    public override long Suspensions => loop.Suspensions + timedLoop.Suspensions;

    public override long CountedOperations(long asked) => WholeWaves(asked);

    private protected override void RunUntilClosed(WorkOrder order) =>
        Run(order.Timed ? timedLoop : loop, WholeWaves(order.Batch), null);

    private protected override void RunCounted(long operations, bool twin) => Run(twin ? this.twin : loop, operations, operations);

    private long WholeWaves(long operations) => size * Math.Max(1, operations / size);

    private void Run(AwaitingLoop operations, long batch, long? count)
    {
        arrivals.Reset(1);
        flow.Start(operations, batch, count);
        arrivals.Wait();
    }
}

/// <summary>The innermost loop of a wave: one operation started in every place, then all awaited in order. Batches are whole waves.</summary>
internal static class WaveLoop
{
    /// <summary>The loop for operations of one shape, without timing.</summary>
    public static AwaitingLoop For(IReadOnlyList<Operation> operations) => For(operations, default(NoClock));

    /// <summary>The loop for operations of one shape. The latency of each ends when the loop, which awaits them in order, has awaited it.</summary>
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
