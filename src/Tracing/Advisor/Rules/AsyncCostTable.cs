using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What async code costs besides its methods, and what there is to do about it. Names and behaviour are those of .NET 8 to 10.</summary>
internal static class AsyncCostTable
{
    private const string Threading = "System.Threading.";
    private const string Tasks = Threading + "Tasks.";
    private const string Channels = Threading + "Channels.";

    private static readonly IReadOnlyList<FrameworkCall> Semaphore = [new(Threading + "SemaphoreSlim")];

    private static readonly IReadOnlyList<FrameworkCall> Sources = [new(Threading + "CancellationTokenSource"), new(Threading + "CancellationToken", "Register", "UnsafeRegister")];

    private static readonly IReadOnlyList<FrameworkCall> Awaits =
    [
        new(Framework.CompilerServices, "AwaitUnsafeOnCompleted", "AwaitOnCompleted", "UnsafeOnCompleted", "OnCompleted", "UnsafeOnCompletedInternal", "OnCompletedInternal"),
        new(Tasks + "Task", "AddTaskContinuation", "AddTaskContinuationComplex", "SetContinuationForAwait", "UnsafeSetContinuationForAwait"),
        new(Tasks + "Sources.", "OnCompleted"),
    ];

    private static readonly IReadOnlyList<FrameworkCall> Continues = [new(Tasks + "Task", "ContinueWith", "ContinueWithCore"), new(Tasks + "Task`1", "ContinueWith")];

    public static IReadOnlyList<AsyncCost> All { get; } =
    [
        new(
            AdviceFinding.Waiter, Semaphore, ["CancellationPromise`1"],
            "It waits for a SemaphoreSlim that is taken, with a token or a time limit",
            "Call WaitAsync without a token and without a time limit: then only a TaskNode remains.",
            "Each holder always releases the semaphore soon, so that no wait has to be cancelled.") { Keeps = ["TaskNode"] },
        new(
            AdviceFinding.Waiter, Semaphore, ["TaskNode"],
            "It waits for a SemaphoreSlim that is taken", null,
            "Hold the semaphore for less time, or guard less with it, so that fewer calls wait."),
        new(
            AdviceFinding.TokenSource, Sources, ["Linked1CancellationTokenSource", "Linked2CancellationTokenSource", "LinkedNCancellationTokenSource"],
            "It links a CancellationTokenSource to other tokens", null,
            "If only one of the tokens can be cancelled (CanBeCanceled), pass that token on instead of a linked source. TryReset keeps the links, so a linked source cannot be reused for other tokens."),
        new(
            AdviceFinding.TokenSource, Sources, [Threading + "CancellationTokenSource", Threading + "TimerQueueTimer"],
            "It creates a CancellationTokenSource, or a timer for one",
            "Keep one source: call TryReset after each use and CancelAfter before the next. Create a new one only if TryReset returns false.",
            "No two calls need it at the same time, and its token is not kept."),
        new(
            AdviceFinding.TokenSource, Sources, ["Registrations", "CallbackNode"],
            "It registers with a token",
            "Dispose each registration, so that the next one reuses its object.",
            "The token belongs to a long-lived source. A source that is created for each call allocates its registrations anew."),
        new(
            AdviceFinding.WaitAsync, [new(Tasks + "Task", "WaitAsync"), new(Tasks + "Task`1", "WaitAsync"), new(Tasks + "Task+CancellationPromise`1")], ["CancellationPromise`1"],
            "It waits with WaitAsync for a task that is not complete", null,
            "If the work itself takes a token, pass it one: then no separate wait is needed."),
        new(
            AdviceFinding.Timer,
            [new(Threading + "Timer"), new(Threading + "PeriodicTimer"), new("System.Timers.Timer"), new(Threading + "TimerQueueTimer"), new("System.TimeProvider", "CreateTimer"), new("System.TimeProvider+SystemTimeProvider")],
            [Threading + "Timer", Threading + "PeriodicTimer", Threading + "TimerHolder", Threading + "TimerQueueTimer"],
            "It creates a timer",
            "Keep one timer and set it with Change, or a PeriodicTimer with Period. That allocates nothing.",
            "No two calls need it at the same time."),
        new(
            AdviceFinding.Continuation, Awaits,
            [Tasks + "SynchronizationContextAwaitTaskContinuation", Tasks + "TaskSchedulerAwaitTaskContinuation", Tasks + "AwaitTaskContinuation", "CapturedSchedulerAndExecutionContext", Tasks + "Sources.CapturedSchedulerAndExecutionContext"],
            "It awaits under a SynchronizationContext or a task scheduler, to which it returns",
            "Await with ConfigureAwait(false): then no object is needed to return.",
            "The code after the await does not need that context, as user-interface code would.") { IsByType = true },
        new(
            AdviceFinding.Continuation, Continues,
            [
                Tasks + "ContinueWithTaskContinuation", Tasks + "ContinuationTaskFromTask", Tasks + "ContinuationResultTaskFromTask`1",
                Tasks + "ContinuationTaskFromResultTask`1", Tasks + "ContinuationResultTaskFromResultTask`2",
            ],
            "It calls ContinueWith",
            "Await the task, and put the continuation after the await.",
            "The method is already async. Otherwise the box of its state machine replaces these objects, and little is gained.")
        {
            UnlessAsync = "The method is not async. With an await, the box of its state machine or its own task would replace these objects, and little would be gained.",
        },
        new(
            AdviceFinding.Continuation, Awaits, ["System.Collections.Generic.List`1[System.Object]", "System.Object[]"],
            "It awaits a task that has other awaiters, which needs a list of them", null,
            "A task with a single awaiter needs no list.") { IsByType = true },
        new(
            AdviceFinding.AsyncLocal, [new(Threading + "AsyncLocal`1"), new(Threading + "ExecutionContext", "SetLocalValue")],
            [
                Threading + "ExecutionContext", "OneElementAsyncLocalValueMap", "TwoElementAsyncLocalValueMap", "ThreeElementAsyncLocalValueMap", "FourElementAsyncLocalValueMap",
                "MultiElementAsyncLocalValueMap", "ManyElementAsyncLocalValueMap",
            ],
            "It sets an AsyncLocal, which copies the execution context with all its values",
            "Set it once, to an object that holds the changing value, and change that object.",
            "Work that was started in between may see the change, since it shares the object.") { TakesAll = true },
        new(
            AdviceFinding.Channel, [new(Channels)],
            [
                Channels + "BlockedReadAsyncOperation`1", Channels + "BlockedWriteAsyncOperation`1", Channels + "WaitingReadAsyncOperation", Channels + "WaitingWriteAsyncOperation",
                Channels + "AsyncOperation`1", Channels + "VoidAsyncOperationWithData`1",
            ],
            "It waits for a channel with a token that can be cancelled, or while others wait",
            "Wait without a token, and let the writer end the reader with Complete. Such a wait reuses an object of the channel.",
            "At most one reader and one writer wait at a time, and the channel is not created for each call.") { Keeps = ["<ReadAllAsync>d", Channels + "BoundedChannel`1", Channels + "UnboundedChannel`1"] },
        new(
            AdviceFinding.Channel, [new(Channels)], ["<ReadAllAsync>d"],
            "It reads a channel with ReadAllAsync", null,
            "Each enumeration allocates these objects, however many items it reads. A loop with WaitToReadAsync and TryRead allocates none."),
        new(
            AdviceFinding.Channel, [new(Channels)], [Channels + "BoundedChannel`1", Channels + "UnboundedChannel`1", Channels + "SingleConsumerUnboundedChannel`1", Channels + "RendezvousChannel`1"],
            "It creates a channel", null,
            "A channel is meant to be kept. For one value a TaskCompletionSource costs less."),
        new(
            AdviceFinding.PoolWork, [new(Threading + "ThreadPool", "QueueUserWorkItem", "UnsafeQueueUserWorkItem"), new(Threading + "SynchronizationContext", "Post")],
            [
                Threading + "QueueUserWorkItemCallback", Threading + "QueueUserWorkItemCallback`1", Threading + "QueueUserWorkItemCallbackDefaultContext", Threading + "QueueUserWorkItemCallbackDefaultContext`1",
            ],
            "It queues work to the thread pool",
            "Let the object that the work belongs to implement IThreadPoolWorkItem, and queue it with UnsafeQueueUserWorkItem. That allocates nothing.",
            "Each item of work has such an object, and the work needs no values of AsyncLocals."),
        new(
            AdviceFinding.PoolWork, [new(Tasks + "Parallel")], ["SyncForEachAsyncState`1", "AsyncForEachAsyncState`1", "ForEachAsyncState`1", "ForAsyncState`1"],
            "It runs a parallel loop, such as Parallel.ForEachAsync", null,
            "Each loop and each of its workers allocates these objects, however many items there are. Run longer loops, or fewer workers."),
        new(
            AdviceFinding.LazyTask, [new("System.Lazy`1")], ["System.Lazy`1"],
            "It creates a Lazy for a task",
            "Start the work, and keep its task instead of the Lazy.",
            "The work is needed in any case. The Lazy is not there to start it once for several threads, as in ConcurrentDictionary.GetOrAdd."),
    ];

    /// <summary>Whether some cost is shown by a type.</summary>
    public static bool Shows(NamedType type) => All.Any(cost => !cost.IsByType && cost.Shows(type));
}
