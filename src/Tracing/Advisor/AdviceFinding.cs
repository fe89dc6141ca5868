namespace AsyncLoad.Tracing.Advisor;

/// <summary>What an async method was found to do.</summary>
public enum AdviceFinding
{
    /// <summary>Completes synchronously and allocates a task for its result.</summary>
    CompletesSynchronously,

    /// <summary>Suspends and allocates the box of its state machine.</summary>
    Suspends,

    /// <summary>Uses the pooling builder and still allocates boxes.</summary>
    PoolMisses,

    /// <summary>Turns a ValueTask into a Task.</summary>
    Converted,

    /// <summary>Allocates a closure or a delegate.</summary>
    Closure,

    /// <summary>Allocates the object of an async iterator.</summary>
    AsyncIterator,

    /// <summary>Allocates the task of a TaskCompletionSource.</summary>
    CompletionSource,

    /// <summary>Allocates for Task.Run.</summary>
    TaskRun,

    /// <summary>Allocates for Task.WhenAll or Task.WhenAny.</summary>
    WhenAll,

    /// <summary>Allocates for Task.Delay.</summary>
    Delay,

    /// <summary>Limits the wait for a task with Task.WhenAny and Task.Delay.</summary>
    Timeout,

    /// <summary>Waits for a SemaphoreSlim.</summary>
    Waiter,

    /// <summary>Allocates a CancellationTokenSource, linked or timed, or a registration with one.</summary>
    TokenSource,

    /// <summary>Allocates for Task.WaitAsync.</summary>
    WaitAsync,

    /// <summary>Allocates a timer.</summary>
    Timer,

    /// <summary>Allocates a continuation of a task, other than the method's own box.</summary>
    Continuation,

    /// <summary>Sets an AsyncLocal.</summary>
    AsyncLocal,

    /// <summary>Waits for a channel, or creates one.</summary>
    Channel,

    /// <summary>Queues work to the thread pool, or runs a parallel loop.</summary>
    PoolWork,

    /// <summary>Allocates a Lazy for a task.</summary>
    LazyTask,

    /// <summary>Is an async expression of F#.</summary>
    AsyncExpression,
}
