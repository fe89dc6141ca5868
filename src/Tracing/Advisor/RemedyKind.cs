namespace AsyncLoad.Tracing.Advisor;

/// <summary>What a remedy does to the code.</summary>
public enum RemedyKind
{
    /// <summary>Returns <c>ValueTask</c> where <c>Task</c> was returned.</summary>
    ReturnValueTask,

    /// <summary>The pooling builder, on a method that returns <c>ValueTask</c>.</summary>
    PoolBoxes,

    /// <summary>Fewer calls at once, or results read where they are awaited; or no pooling builder.</summary>
    KeepPoolWarm,

    /// <summary>Awaits a <c>ValueTask</c> without <c>AsTask</c>.</summary>
    AwaitValueTask,

    /// <summary>A local function takes what it needs as parameters, and is static.</summary>
    MakeStatic,

    /// <summary>A local function takes the variables that it needs as parameters. It uses members of its type, and cannot be static.</summary>
    PassParameters,

    /// <summary>The path with a lambda is moved into a method for it alone; where that is in doubt, or else what the lambda needs is passed as state.</summary>
    SeparatePath,

    /// <summary>What a lambda needs is passed to it as state.</summary>
    PassState,

    /// <summary>Returns what it would await, without <c>async</c> and <c>await</c>.</summary>
    ReturnTaskItself,

    /// <summary>One <c>IValueTaskSource</c> that is used again, for a <c>TaskCompletionSource</c> each time.</summary>
    ReuseSource,

    /// <summary>Awaits work that was started on the thread pool.</summary>
    AwaitDirectly,

    /// <summary>Awaits one task after the other, for <c>Task.WhenAll</c>.</summary>
    AwaitInTurn,

    /// <summary>One <c>PeriodicTimer</c>, for <c>Task.Delay</c> in a loop.</summary>
    UsePeriodicTimer,

    /// <summary>Awaits a task with <c>WaitAsync</c>, for a time limit of <c>Task.WhenAny</c> and <c>Task.Delay</c>.</summary>
    UseWaitAsync,

    /// <summary>Calls the framework in another way, which allocates less: the remedy says how.</summary>
    CallOtherwise,

    /// <summary>A <c>task { }</c> expression of F#, for an <c>async { }</c>.</summary>
    WriteAsTask,
}
