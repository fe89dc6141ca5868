namespace AsyncLoad.Workloads;

/// <summary>
/// One call of a variant, with the variant's own delegate type. A closed set: <c>Action</c>, <c>Func&lt;T&gt;</c>, <c>Func&lt;Task&gt;</c>,
/// <c>Func&lt;Task&lt;T&gt;&gt;</c>, <c>Func&lt;ValueTask&gt;</c>, <c>Func&lt;ValueTask&lt;T&gt;&gt;</c>.
/// A load has one loop per delegate type, which calls the delegate without boxing, reflection or a further virtual call.
/// </summary>
/// <remarks>Each worker has its own operation; two threads never call an operation at once.</remarks>
public abstract class Operation
{
    private protected Operation()
    {
    }

    /// <summary>Passes the typed delegate to <paramref name="visitor"/>.</summary>
    public abstract TResult Accept<TResult>(IOperationVisitor<TResult> visitor);

    /// <summary>An operation that is an ordinary call and returns nothing.</summary>
    public static Operation From(Action body) => new VoidCall(body);

    /// <summary>An operation that is an ordinary call.</summary>
    public static Operation From<T>(Func<T> body) => new Call<T>(body);

    /// <summary>An operation that returns a <see cref="Task"/>.</summary>
    public static Operation FromTask(Func<Task> body) => new TaskCall(body);

    /// <summary>An operation that returns a <see cref="Task{T}"/>.</summary>
    public static Operation FromTask<T>(Func<Task<T>> body) => new TaskCall<T>(body);

    /// <summary>An operation that returns a <see cref="ValueTask"/>.</summary>
    public static Operation FromValueTask(Func<ValueTask> body) => new ValueTaskCall(body);

    /// <summary>An operation that returns a <see cref="ValueTask{T}"/>.</summary>
    public static Operation FromValueTask<T>(Func<ValueTask<T>> body) => new ValueTaskCall<T>(body);

    private sealed class VoidCall(Action body) : Operation
    {
        public override TResult Accept<TResult>(IOperationVisitor<TResult> visitor) => visitor.OnVoid(body);
    }

    private sealed class Call<T>(Func<T> body) : Operation
    {
        public override TResult Accept<TResult>(IOperationVisitor<TResult> visitor) => visitor.OnSync(body);
    }

    private sealed class TaskCall(Func<Task> body) : Operation
    {
        public override TResult Accept<TResult>(IOperationVisitor<TResult> visitor) => visitor.OnTask(body);
    }

    private sealed class TaskCall<T>(Func<Task<T>> body) : Operation
    {
        public override TResult Accept<TResult>(IOperationVisitor<TResult> visitor) => visitor.OnTask(body);
    }

    private sealed class ValueTaskCall(Func<ValueTask> body) : Operation
    {
        public override TResult Accept<TResult>(IOperationVisitor<TResult> visitor) => visitor.OnValueTask(body);
    }

    private sealed class ValueTaskCall<T>(Func<ValueTask<T>> body) : Operation
    {
        public override TResult Accept<TResult>(IOperationVisitor<TResult> visitor) => visitor.OnValueTask(body);
    }
}

/// <summary>Receives the typed delegate of an <see cref="Operation"/>.</summary>
/// <typeparam name="TResult">Type of the visitor's result.</typeparam>
public interface IOperationVisitor<out TResult>
{
    /// <summary>An ordinary call that returns nothing.</summary>
    TResult OnVoid(Action body);

    /// <summary>An ordinary call.</summary>
    TResult OnSync<T>(Func<T> body);

    /// <summary>A call that returns a <see cref="Task"/>.</summary>
    TResult OnTask(Func<Task> body);

    /// <summary>A call that returns a <see cref="Task{T}"/>.</summary>
    TResult OnTask<T>(Func<Task<T>> body);

    /// <summary>A call that returns a <see cref="ValueTask"/>.</summary>
    TResult OnValueTask(Func<ValueTask> body);

    /// <summary>A call that returns a <see cref="ValueTask{T}"/>.</summary>
    TResult OnValueTask<T>(Func<ValueTask<T>> body);
}
