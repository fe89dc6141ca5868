using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What async code costs besides its methods, and what there is to do about it. Names and behaviour are those of .NET 8 to 10.</summary>
internal static class AsyncCostTable
{
    private const string Threading = "System.Threading.";
    private const string Tasks = Threading + "Tasks.";
    private const string Channels = Threading + "Channels.";
    private const string Compiler = "System.Runtime.CompilerServices.";

    private static readonly IReadOnlyList<FrameworkCall> Semaphore = [new(Threading + "SemaphoreSlim")];

    private static readonly IReadOnlyList<FrameworkCall> Sources = [new(Threading + "CancellationTokenSource"), new(Threading + "CancellationToken", "Register", "UnsafeRegister")];

    private static readonly IReadOnlyList<FrameworkCall> Awaits =
    [
        new(Compiler, "AwaitUnsafeOnCompleted", "AwaitOnCompleted", "UnsafeOnCompleted", "OnCompleted", "UnsafeOnCompletedInternal", "OnCompletedInternal"),
        new(Tasks + "Task", "AddTaskContinuation", "AddTaskContinuationComplex", "SetContinuationForAwait", "UnsafeSetContinuationForAwait"),
        new(Tasks + "Sources.", "OnCompleted"),
    ];

    private static readonly IReadOnlyList<FrameworkCall> Continues = [new(Tasks + "Task", "ContinueWith", "ContinueWithCore"), new(Tasks + "Task`1", "ContinueWith")];

    /// <summary>All of them.</summary>
    public static IReadOnlyList<AsyncCost> All { get; } =
    [
        new(
            AdviceFinding.Waiter, Semaphore, ["CancellationPromise`1"],
            "It waits for a SemaphoreSlim that is taken, with a token or a time limit",
            "Call WaitAsync without a token and without a time limit: then only a TaskNode remains.",
            "Each holder releases the semaphore soon and in any case, so that no wait has to be given up.") { Keeps = ["TaskNode"] },
        new(
            AdviceFinding.Waiter, Semaphore, ["TaskNode"],
            "It waits for a SemaphoreSlim that is taken", null,
            "Fewer calls wait where the semaphore is held for less time, or guards less."),
        new(
            AdviceFinding.TokenSource, Sources, ["Linked1CancellationTokenSource", "Linked2CancellationTokenSource", "LinkedNCancellationTokenSource"],
            "It links a CancellationTokenSource to other tokens", null,
            "Where only one of the tokens can ever be cancelled (CanBeCanceled), hand that on and make no source. TryReset leaves the links: such a source cannot be used again for other tokens."),
        new(
            AdviceFinding.TokenSource, Sources, [Threading + "CancellationTokenSource", Threading + "TimerQueueTimer"],
            "It makes a CancellationTokenSource, or a timer for one",
            "Keep one source: call TryReset after each use and CancelAfter before the next. Make a new one only where TryReset returns false.",
            "No two calls need it at once, and nothing keeps its token."),
        new(
            AdviceFinding.TokenSource, Sources, ["Registrations", "CallbackNode"],
            "It registers with a token",
            "Dispose each registration: the next one uses its object again.",
            "The token belongs to a source that lives long. A source that is made for each call has new objects for its registrations too."),
        new(
            AdviceFinding.WaitAsync, [new(Tasks + "Task", "WaitAsync"), new(Tasks + "Task`1", "WaitAsync"), new(Tasks + "Task+CancellationPromise`1")], ["CancellationPromise`1"],
            "It waits with WaitAsync for a task that is not complete", null,
            "Where the work itself takes a token, hand it that: then nothing has to wait beside it."),
        new(
            AdviceFinding.Timer,
            [new(Threading + "Timer"), new(Threading + "PeriodicTimer"), new("System.Timers.Timer"), new(Threading + "TimerQueueTimer"), new("System.TimeProvider", "CreateTimer"), new("System.TimeProvider+SystemTimeProvider")],
            [Threading + "Timer", Threading + "PeriodicTimer", Threading + "TimerHolder", Threading + "TimerQueueTimer"],
            "It makes a timer",
            "Keep one timer and set it with Change, a PeriodicTimer with Period: that allocates nothing.",
            "No two calls need it at once."),
        new(
            AdviceFinding.Continuation, Awaits,
            [Tasks + "SynchronizationContextAwaitTaskContinuation", Tasks + "TaskSchedulerAwaitTaskContinuation", Tasks + "AwaitTaskContinuation", "CapturedSchedulerAndExecutionContext", Tasks + "Sources.CapturedSchedulerAndExecutionContext"],
            "It awaits where there is a SynchronizationContext or a scheduler to come back to",
            "Await with ConfigureAwait(false): then nothing has to be kept to come back.",
            "What follows needs no such context, as code of a user interface does.") { IsByType = true },
        new(
            AdviceFinding.Continuation, Continues,
            [
                Tasks + "ContinueWithTaskContinuation", Tasks + "ContinuationTaskFromTask", Tasks + "ContinuationResultTaskFromTask`1",
                Tasks + "ContinuationTaskFromResultTask`1", Tasks + "ContinuationResultTaskFromResultTask`2",
            ],
            "It calls ContinueWith",
            "Await the task, and write what follows behind the await.",
            "The method is async already. If it is not, the box of its state machine takes the place of these objects, and little is gained."),
        new(
            AdviceFinding.Continuation, Awaits, ["System.Collections.Generic.List`1[System.Object]", "System.Object[]"],
            "It awaits a task that others await too, which needs a list of them", null,
            "A task that is awaited in one place only needs no list.") { IsByType = true },
        new(
            AdviceFinding.AsyncLocal, [new(Threading + "AsyncLocal`1"), new(Threading + "ExecutionContext", "SetLocalValue")],
            [
                Threading + "ExecutionContext", "OneElementAsyncLocalValueMap", "TwoElementAsyncLocalValueMap", "ThreeElementAsyncLocalValueMap", "FourElementAsyncLocalValueMap",
                "MultiElementAsyncLocalValueMap", "ManyElementAsyncLocalValueMap",
            ],
            "It sets an AsyncLocal, which copies the context with the values of all that are set",
            "Set it once, to an object that holds what changes, and change that object.",
            "All that was started meanwhile may see the change: it has the same object.") { TakesAll = true },
        new(
            AdviceFinding.Channel, [new(Channels)],
            [
                Channels + "BlockedReadAsyncOperation`1", Channels + "BlockedWriteAsyncOperation`1", Channels + "WaitingReadAsyncOperation", Channels + "WaitingWriteAsyncOperation",
                Channels + "AsyncOperation`1", Channels + "VoidAsyncOperationWithData`1",
            ],
            "It waits for a channel, with a token that can be cancelled or beside others that wait",
            "Wait without a token, and let the writer end the reader with Complete: such a wait uses an object that the channel keeps.",
            "One reader and one writer wait at a time, and the channel is not made anew for each call.") { Keeps = ["<ReadAllAsync>d", Channels + "BoundedChannel`1", Channels + "UnboundedChannel`1"] },
        new(
            AdviceFinding.Channel, [new(Channels)], ["<ReadAllAsync>d"],
            "It reads a channel with ReadAllAsync", null,
            "Each enumeration costs these objects, however many items it reads. TryRead and WaitToReadAsync in a loop of your own need none."),
        new(
            AdviceFinding.Channel, [new(Channels)], [Channels + "BoundedChannel`1", Channels + "UnboundedChannel`1", Channels + "SingleConsumerUnboundedChannel`1", Channels + "RendezvousChannel`1"],
            "It makes a channel", null,
            "A channel is meant to be kept. For one value a TaskCompletionSource costs less."),
        new(
            AdviceFinding.PoolWork, [new(Threading + "ThreadPool", "QueueUserWorkItem", "UnsafeQueueUserWorkItem"), new(Threading + "SynchronizationContext", "Post")],
            [
                Threading + "QueueUserWorkItemCallback", Threading + "QueueUserWorkItemCallback`1", Threading + "QueueUserWorkItemCallbackDefaultContext", Threading + "QueueUserWorkItemCallbackDefaultContext`1",
            ],
            "It queues work to the thread pool",
            "Let the object that the work is about implement IThreadPoolWorkItem, and queue that with UnsafeQueueUserWorkItem: nothing is allocated for it.",
            "There is such an object for each item of work, and the work needs no values of AsyncLocals."),
        new(
            AdviceFinding.PoolWork, [new(Tasks + "Parallel")], ["SyncForEachAsyncState`1", "AsyncForEachAsyncState`1", "ForEachAsyncState`1", "ForAsyncState`1"],
            "It runs a loop with Parallel.ForEachAsync or its kin", null,
            "Each loop and each of its workers costs these objects, however many items there are: run longer loops, or fewer workers."),
        new(
            AdviceFinding.LazyTask, [new("System.Lazy`1")], ["System.Lazy`1"],
            "It makes a Lazy for a task",
            "Start the work, and keep its task where the Lazy would be.",
            "The work is needed in any case."),
    ];

    /// <summary>Whether some cost is shown by a type.</summary>
    public static bool Shows(NamedType type) => All.Any(cost => !cost.IsByType && cost.Shows(type));
}
