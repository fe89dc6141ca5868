using AsyncLoad.Tracing.Advisor;

namespace AsyncLoad.Reporting.Document.Tracing;

/// <summary>What a finding means and what usually helps, for readers who have never seen this program.</summary>
internal static class AdviceHelp
{
    /// <summary>What it means.</summary>
    public static string Meaning(AdviceFinding finding) => finding switch
    {
        AdviceFinding.CompletesSynchronously => "The method often has its result when it returns, and allocates a task for it each time.",
        AdviceFinding.Suspends => "The method suspends, and allocates the box of its state machine each time it does.",
        AdviceFinding.PoolMisses => "The method uses the pooling builder, and still allocates boxes: its pool is often empty when it is called.",
        AdviceFinding.Converted => "A ValueTask is turned into a Task, which allocates.",
        AdviceFinding.Closure => "The method allocates an object for what a lambda or a local function captures, or a delegate.",
        AdviceFinding.AsyncIterator => "The method allocates the object of an async iterator for each enumeration.",
        AdviceFinding.CompletionSource => "The method allocates a TaskCompletionSource and its task.",
        AdviceFinding.TaskRun => "The method starts work with Task.Run, which allocates a task and a delegate.",
        AdviceFinding.WhenAll => "The method combines tasks, which allocates a task and an array.",
        AdviceFinding.Delay => "The method allocates a timer and a task for Task.Delay.",
        AdviceFinding.Timeout => "The method limits its wait for a task with Task.WhenAny and Task.Delay, which allocates a promise, a delay and a timer.",
        AdviceFinding.Waiter => "The method waits for a SemaphoreSlim that is taken, which allocates a waiter.",
        AdviceFinding.TokenSource => "The method creates or links a CancellationTokenSource, sets its time limit, or registers with its token.",
        AdviceFinding.WaitAsync => "The method waits with Task.WaitAsync, which allocates a promise and a timer if the task is not complete.",
        AdviceFinding.Timer => "The method creates a timer for each call.",
        AdviceFinding.Continuation => "A continuation allocates: ContinueWith, or the return to a SynchronizationContext.",
        AdviceFinding.AsyncLocal => "The method sets an AsyncLocal, which copies the execution context.",
        AdviceFinding.Channel => "The method waits for a channel with a cancellation token, or creates a channel for each call.",
        AdviceFinding.PoolWork => "The method queues work to the thread pool, or runs a parallel loop.",
        AdviceFinding.LazyTask => "The method creates a Lazy for a task.",
        AdviceFinding.AsyncExpression => "The method is an async expression of F#, whose steps allocate closures and objects of FSharp.Core.",
        _ => "The method allocates for asynchronous work.",
    };

    /// <summary>What usually helps.</summary>
    public static string Remedy(AdviceFinding finding) => finding switch
    {
        AdviceFinding.CompletesSynchronously => "Return ValueTask instead of Task.",
        AdviceFinding.Suspends => "Return ValueTask and use the pooling builder, if callers await one call at a time. ValueTask alone saves nothing.",
        AdviceFinding.PoolMisses => "Await fewer calls at once, or remove the pooling builder.",
        AdviceFinding.Converted => "Await the ValueTask directly.",
        AdviceFinding.Closure => "Pass what the lambda needs as state and make the lambda static, or move the path that needs it into a separate method.",
        AdviceFinding.AsyncIterator => "There is no remedy: each enumeration needs this object.",
        AdviceFinding.CompletionSource => "Reuse one IValueTaskSource.",
        AdviceFinding.TaskRun => "Await the work directly.",
        AdviceFinding.WhenAll => "Start all tasks, then await them one by one.",
        AdviceFinding.Delay => "Use one PeriodicTimer in a loop.",
        AdviceFinding.Timeout => "Await the task itself with WaitAsync(timeout): that allocates one promise and one timer, and nothing if the task is already complete.",
        AdviceFinding.Waiter => "Call WaitAsync without a token and a time limit, and hold the semaphore for less time. Each wait still allocates one object.",
        AdviceFinding.TokenSource => "Keep one source and call TryReset after each use. There is no remedy for a source that is linked to other tokens.",
        AdviceFinding.WaitAsync => "There is no remedy: a time limit needs these objects. If the work itself takes a token, pass it a token instead.",
        AdviceFinding.Timer => "Keep one timer, and set it with Change.",
        AdviceFinding.Continuation => "Await the task instead of calling ContinueWith, and use ConfigureAwait(false) where the context does not matter.",
        AdviceFinding.AsyncLocal => "Set it once, to an object whose members change.",
        AdviceFinding.Channel => "Wait without a token where possible, and create each channel once.",
        AdviceFinding.PoolWork => "Queue an object that implements IThreadPoolWorkItem. There is no remedy for a parallel loop.",
        AdviceFinding.LazyTask => "Keep the task itself: it can be awaited many times.",
        AdviceFinding.AsyncExpression => "Write it as a task expression, whose steps share one state machine.",
        _ => "Each result says what to do.",
    };
}
