using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>Types that are only there for async code, whichever method allocates them.</summary>
internal static class AsyncTypes
{
    private static readonly HashSet<string> Boxes = new([.. Suspends.Boxes, .. PoolMisses.Boxes], StringComparer.Ordinal);

    // What a type of AsyncCostTable stands for need not be repeated here.
    private static readonly HashSet<string> OfThreading = new(StringComparer.Ordinal) { "SemaphoreSlim" };

    // The runtime writes a nested type without the type around it.
    private static readonly HashSet<string> Nested = new(StringComparer.Ordinal)
    {
        "CallbackPartition", "CancellationPromise", "CompleteOnInvokePromise", "ContingentProperties", "ContinuationWrapper", "DelayPromise", "DelayPromiseWithCancellation",
        "TwoTaskWhenAnyPromise`1", "ValueTaskSourceAsTask", "WhenAllPromise", "WhenAllPromise`1", "WhenEachState",
    };

    /// <summary>Whether it is there while a method waits that was compiled with runtime async.</summary>
    public static bool Continues(NamedType type) => type switch
    {
        { Namespace: "System.Runtime.CompilerServices", Last: var last } => last.StartsWith("Continuation", StringComparison.Ordinal),
        { Namespace: "", Last: var last } => last is "ThunkTask" or "ThunkTask`1" or "RuntimeAsyncTask" or "RuntimeAsyncTask`1",
        _ => false,
    };

    public static bool Holds(Sighting sighting) => sighting.Type switch
    {
        _ when RuntimeAsync.Allocates(sighting) || Continues(sighting.Type) => true,
        { Namespace: "System.Threading.Tasks" or "System.Threading.Channels" or FSharpAsync.Control } => true,
        { Namespace: var space } when space.StartsWith(Framework.Tasks, StringComparison.Ordinal) => true,
        { Last: var last } when GeneratedName.Parse(last) is GeneratedName.StateMachine && MakesIterator(sighting) => true,
        { Namespace: "System.Threading", Last: var last } type => OfThreading.Contains(last) || last.StartsWith("AsyncLocal", StringComparison.Ordinal) || AsyncCostTable.Shows(type),
        { Namespace: "System.Runtime.CompilerServices", Last: var last } => last.StartsWith("Async", StringComparison.Ordinal) || last.EndsWith("StateMachineBox`1", StringComparison.Ordinal),
        // A class of the user may bear such a name: then the framework does not allocate it.
        { Namespace: "", Last: var last } type => Boxes.Contains(last) || (sighting.Entry is not null && (Nested.Contains(last) || AsyncCostTable.Shows(type))),
        { Namespace: "System.Collections.Generic", Last: "List`1" } => sighting.Site.Frames is [{ Type: var inner }, ..] && inner.StartsWith("System.Threading.Tasks.Task", StringComparison.Ordinal),
        var type => AsyncCostTable.Shows(type),
    };

    // An iterator that is not async has the same kind of name: what the method hands back tells them apart.
    private static bool MakesIterator(Sighting sighting) =>
        sighting.Site.Frames is [{ Signature: var signature }, ..] && MethodSignature.Parse(signature)?.Returns is { } returned && ReturnShapes.Of(returned) == ReturnShape.AsyncEnumerable;
}
