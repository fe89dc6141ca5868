using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>A call that is over when its result has been awaited or enumerated.</summary>
internal abstract class ConsumedCall
{
    /// <summary>The call as an operation.</summary>
    public abstract Operation Operation { get; }
}

/// <summary>Awaits what a call returns. One object serves all calls of an operation, which come one after another, so that waiting allocates nothing.</summary>
/// <typeparam name="TAwaitable">What the call returns.</typeparam>
/// <typeparam name="TAwaiter">What its GetAwaiter returns.</typeparam>
/// <typeparam name="TResult">What comes of it, or <see cref="Nothing"/>.</typeparam>
internal sealed class AwaitedCall<TAwaitable, TAwaiter, TResult> : ConsumedCall, IValueTaskSource<TResult>, IValueTaskSource
{
    private static readonly ParameterExpression Awaiter = Expression.Parameter(typeof(TAwaiter).MakeByRefType());

    private readonly Func<TAwaitable> body;
    private readonly Func<TAwaitable, TAwaiter> getAwaiter;
    private readonly Of<bool> isCompleted;
    private readonly Of<TResult> getResult;
    private readonly Continuation onCompleted;
    private readonly Action resume;
    private ManualResetValueTaskSourceCore<TResult> source;
    private TAwaiter? awaiter;

    public AwaitedCall(Func<TAwaitable> body)
    {
        var pattern = Awaited.Of(typeof(TAwaitable))!;
        (this.body, resume) = (body, Resume);
        var awaitable = Expression.Parameter(typeof(TAwaitable));
        getAwaiter = Expression.Lambda<Func<TAwaitable, TAwaiter>>(Expression.Call(awaitable, pattern.GetAwaiter), awaitable).Compile();
        isCompleted = Expression.Lambda<Of<bool>>(Expression.Call(Awaiter, pattern.IsCompleted), Awaiter).Compile();
        Expression result = Expression.Call(Awaiter, pattern.GetResult);
        if (pattern.Result == typeof(void)) result = Expression.Block(result, Expression.Default(typeof(TResult)));
        getResult = Expression.Lambda<Of<TResult>>(result, Awaiter).Compile();
        var continuation = Expression.Parameter(typeof(Action));
        // As C# does: UnsafeOnCompleted does not flow the execution context.
        var method = typeof(ICriticalNotifyCompletion).IsAssignableFrom(typeof(TAwaiter))
            ? typeof(ICriticalNotifyCompletion).GetMethod(nameof(ICriticalNotifyCompletion.UnsafeOnCompleted))!
            : typeof(INotifyCompletion).GetMethod(nameof(INotifyCompletion.OnCompleted))!;
        onCompleted = Expression.Lambda<Continuation>(Expression.Call(Awaiter, method, continuation), Awaiter, continuation).Compile();
    }

    private delegate T Of<out T>(ref TAwaiter awaiter);

    private delegate void Continuation(ref TAwaiter awaiter, Action continuation);

    public override Operation Operation => typeof(TResult) == typeof(Nothing) ? Operation.FromValueTask(CallWithoutResult) : Operation.FromValueTask(Call);

    TResult IValueTaskSource<TResult>.GetResult(short token) => source.GetResult(token);

    void IValueTaskSource.GetResult(short token) => source.GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => source.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        source.OnCompleted(continuation, state, token, flags);

    private ValueTask<TResult> Call() => IsOver(out var result) ? new ValueTask<TResult>(result) : new ValueTask<TResult>(this, source.Version);

    private ValueTask CallWithoutResult() => IsOver(out _) ? default : new ValueTask(this, source.Version);

    private bool IsOver(out TResult result)
    {
        var own = getAwaiter(body());
        if (isCompleted(ref own))
        {
            result = getResult(ref own);
            return true;
        }

        result = default!;
        source.Reset();
        awaiter = own;
        onCompleted(ref awaiter!, resume);
        return false;
    }

    private void Resume()
    {
        TResult result;
        try
        {
            result = getResult(ref awaiter!);
        }
        catch (Exception exception)
        {
            // Rethrown where the result is read.
            source.SetException(exception);
            return;
        }

        source.SetResult(result);
    }
}

/// <summary>Enumerates the stream that a call returns, to its end.</summary>
internal sealed class StreamCall<T>(Func<IAsyncEnumerable<T>> body) : ConsumedCall
{
    public override Operation Operation => Operation.FromValueTask(Call);

    // Its box is pooled, so that only allocations of the stream are counted.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask Call()
    {
        await foreach (var item in body().ConfigureAwait(false)) Keep(in item);
    }

    // Not inlined, so that the compiler cannot remove the unused value.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Keep(in T item) => _ = item;
}
