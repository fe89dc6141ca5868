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
        _ => "Each result says what to do.",
    };
}
