namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>Types that are only there for async code, whichever method allocates them.</summary>
internal static class AsyncTypes
{
    private static readonly HashSet<string> Boxes = new(StringComparer.Ordinal)
    {
        "AsyncStateMachineBox`1", "DebugFinalizableAsyncStateMachineBox`1", "AsyncProfilerAsyncStateMachineBox`1", "StateMachineBox`1",
    };

    private static readonly HashSet<string> OfThreading = new(StringComparer.Ordinal)
    {
        "CancellationTokenSource", "ExecutionContext", "SemaphoreSlim", "Timer", "TimerQueueTimer", "PeriodicTimer",
    };

    // The runtime writes a nested type without the type around it.
    private static readonly HashSet<string> Nested = new(StringComparer.Ordinal)
    {
        "CallbackNode", "CallbackPartition", "CancellationPromise", "CancellationPromise`1", "CompleteOnInvokePromise", "ContingentProperties", "ContinuationWrapper", "DelayPromise",
        "DelayPromiseWithCancellation", "Linked1CancellationTokenSource", "Linked2CancellationTokenSource", "LinkedNCancellationTokenSource", "Registrations", "TaskNode",
        "TwoTaskWhenAnyPromise`1", "ValueTaskSourceAsTask", "WhenAllPromise", "WhenAllPromise`1", "WhenEachState",
    };

    public static bool Holds(Sighting sighting) => sighting.Type switch
    {
        { Namespace: "System.Threading.Tasks" or "System.Threading.Channels" or "System.Threading.Tasks.Sources" } => true,
        { Namespace: "System.Threading", Last: var last } => OfThreading.Contains(last) || last.StartsWith("AsyncLocal", StringComparison.Ordinal),
        { Namespace: "System.Runtime.CompilerServices", Last: var last } => last.StartsWith("Async", StringComparison.Ordinal) || last.EndsWith("StateMachineBox`1", StringComparison.Ordinal),
        // A class of the user may bear such a name: then the framework does not allocate it.
        { Namespace: "", Last: var last } => Boxes.Contains(last) || (sighting.Entry is not null && Nested.Contains(last)),
        _ => false,
    };
}
