using System.Runtime.CompilerServices;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads.Arrivals;

/// <summary>Makes the flow for an operation, whatever its shape. Awaiters are fields, so that waiting for one allocates nothing.</summary>
internal sealed class ArrivalShapes(ArrivalFlows owner, int number) : IOperationVisitor<ArrivalFlow>
{
    public ArrivalFlow OnVoid(Action body) => new VoidFlow(body, owner, number);

    public ArrivalFlow OnSync<T>(Func<T> body) => new SyncFlow<T>(body, owner, number);

    public ArrivalFlow OnTask(Func<Task> body) => new TaskFlow(body, owner, number);

    public ArrivalFlow OnTask<T>(Func<Task<T>> body) => new TaskFlow<T>(body, owner, number);

    public ArrivalFlow OnValueTask(Func<ValueTask> body) => new ValueTaskFlow(body, owner, number);

    public ArrivalFlow OnValueTask<T>(Func<ValueTask<T>> body) => new ValueTaskFlow<T>(body, owner, number);

    private sealed class VoidFlow(Action body, ArrivalFlows owner, int number) : ArrivalFlow(owner, number)
    {
        private protected override bool Call()
        {
            body();
            return true;
        }

        private protected override void Consume()
        {
        }
    }

    private sealed class SyncFlow<T>(Func<T> body, ArrivalFlows owner, int number) : ArrivalFlow(owner, number)
    {
        private readonly Sink<T> sink = new();

        private protected override bool Call()
        {
            sink.Value = body();
            return true;
        }

        private protected override void Consume()
        {
        }
    }

    private sealed class TaskFlow(Func<Task> body, ArrivalFlows owner, int number) : ArrivalFlow(owner, number)
    {
        private TaskAwaiter awaiter;

        private protected override bool Call()
        {
            awaiter = body().GetAwaiter();
            if (awaiter.IsCompleted) return true;
            Suspend();
            var pending = awaiter;
            pending.UnsafeOnCompleted(Complete);
            return false;
        }

        private protected override void Consume() => awaiter.GetResult();
    }

    private sealed class TaskFlow<T>(Func<Task<T>> body, ArrivalFlows owner, int number) : ArrivalFlow(owner, number)
    {
        private readonly Sink<T> sink = new();
        private TaskAwaiter<T> awaiter;

        private protected override bool Call()
        {
            awaiter = body().GetAwaiter();
            if (awaiter.IsCompleted) return true;
            Suspend();
            var pending = awaiter;
            pending.UnsafeOnCompleted(Complete);
            return false;
        }

        private protected override void Consume() => sink.Value = awaiter.GetResult();
    }

    private sealed class ValueTaskFlow(Func<ValueTask> body, ArrivalFlows owner, int number) : ArrivalFlow(owner, number)
    {
        private ValueTaskAwaiter awaiter;

        private protected override bool Call()
        {
            awaiter = body().GetAwaiter();
            if (awaiter.IsCompleted) return true;
            Suspend();
            var pending = awaiter;
            pending.UnsafeOnCompleted(Complete);
            return false;
        }

        private protected override void Consume() => awaiter.GetResult();
    }

    private sealed class ValueTaskFlow<T>(Func<ValueTask<T>> body, ArrivalFlows owner, int number) : ArrivalFlow(owner, number)
    {
        private readonly Sink<T> sink = new();
        private ValueTaskAwaiter<T> awaiter;

        private protected override bool Call()
        {
            awaiter = body().GetAwaiter();
            if (awaiter.IsCompleted) return true;
            Suspend();
            var pending = awaiter;
            pending.UnsafeOnCompleted(Complete);
            return false;
        }

        private protected override void Consume() => sink.Value = awaiter.GetResult();
    }
}
