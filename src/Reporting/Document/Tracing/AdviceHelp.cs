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
        AdviceFinding.Timeout => "The method limits how long it waits for a task with Task.WhenAny and Task.Delay, which allocates a promise, a delay and a timer.",
        AdviceFinding.Waiter => "The method waits for a SemaphoreSlim that is taken, which allocates a waiter.",
        AdviceFinding.TokenSource => "The method makes, links or times a CancellationTokenSource, or registers with its token.",
        AdviceFinding.WaitAsync => "The method waits with Task.WaitAsync, which allocates a promise and a timer where the task is not complete.",
        AdviceFinding.Timer => "The method makes a timer each time.",
        AdviceFinding.Continuation => "What goes on when a task completes allocates: ContinueWith, or a way back to a SynchronizationContext.",
        AdviceFinding.AsyncLocal => "The method sets an AsyncLocal, which copies the execution context.",
        AdviceFinding.Channel => "The method waits for a channel with a token, or makes a channel each time.",
        AdviceFinding.PoolWork => "The method queues work to the thread pool, or runs a parallel loop.",
        AdviceFinding.LazyTask => "The method makes a Lazy for a task.",
        AdviceFinding.AsyncExpression => "The method is an async expression of F#, whose steps allocate closures and objects of FSharp.Core.",
        _ => "The method allocates for asynchronous work.",
    };

    /// <summary>What usually helps.</summary>
    public static string Remedy(AdviceFinding finding) => finding switch
    {
        AdviceFinding.CompletesSynchronously => "Return ValueTask instead of Task.",
        AdviceFinding.Suspends => "Return ValueTask and use the pooling builder, if callers await one call at a time; ValueTask alone saves nothing.",
        AdviceFinding.PoolMisses => "Await fewer calls at once, or leave the pooling builder out.",
        AdviceFinding.Converted => "Await the ValueTask as it is.",
        AdviceFinding.Closure => "Hand over what the lambda needs as state and make it static, or move the path that needs it into a method of its own.",
        AdviceFinding.AsyncIterator => "There is no remedy: it is the price of an enumeration.",
        AdviceFinding.CompletionSource => "Use one IValueTaskSource again and again.",
        AdviceFinding.TaskRun => "Await the work directly.",
        AdviceFinding.WhenAll => "Start all of them, then await one after the other.",
        AdviceFinding.Delay => "Use one PeriodicTimer in a loop.",
        AdviceFinding.Timeout => "Await the task itself with WaitAsync(timeout): that makes one promise and one timer, and nothing where the task is complete already.",
        AdviceFinding.Waiter => "Call WaitAsync without a token and without a time limit, and hold the semaphore for less time. One object for each wait is its price.",
        AdviceFinding.TokenSource => "Keep one source and call TryReset after each use. Where it is linked to other tokens there is no remedy: that is its price.",
        AdviceFinding.WaitAsync => "There is no remedy: it is the price of a time limit. Where the work itself takes a token, hand it that instead.",
        AdviceFinding.Timer => "Keep one timer, and set it with Change.",
        AdviceFinding.Continuation => "Await the task instead of calling ContinueWith, and use ConfigureAwait(false) where the context does not matter.",
        AdviceFinding.AsyncLocal => "Set it once, to an object whose members change.",
        AdviceFinding.Channel => "Wait without a token where that can be; a channel is made once and kept.",
        AdviceFinding.PoolWork => "Queue an object that implements IThreadPoolWorkItem. For a parallel loop there is no remedy: that is its price.",
        AdviceFinding.LazyTask => "Keep the task itself, which is awaited as often as needed.",
        AdviceFinding.AsyncExpression => "Write it as a task expression, whose steps share one state machine.",
        _ => "Each result says what to do.",
    };
}
