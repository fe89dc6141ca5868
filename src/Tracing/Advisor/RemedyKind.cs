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

    /// <summary>Moves the path with a lambda into a separate method, or passes what the lambda needs as state.</summary>
    SeparatePath,

    /// <summary>Passes what a lambda needs as state.</summary>
    PassState,

    /// <summary>Makes a delegate once, and keeps it.</summary>
    KeepDelegate,

    /// <summary>Returns the awaited task itself, without <c>async</c> and <c>await</c>.</summary>
    ReturnTaskItself,

    /// <summary>Reuses one <c>IValueTaskSource</c> instead of a new <c>TaskCompletionSource</c> each time.</summary>
    ReuseSource,

    /// <summary>Awaits work directly instead of starting it on the thread pool.</summary>
    AwaitDirectly,

    /// <summary>Awaits tasks one by one instead of with <c>Task.WhenAll</c>.</summary>
    AwaitInTurn,

    /// <summary>Uses one <c>PeriodicTimer</c> instead of <c>Task.Delay</c> in a loop.</summary>
    UsePeriodicTimer,

    /// <summary>Awaits a task with <c>WaitAsync</c> instead of <c>Task.WhenAny</c> and <c>Task.Delay</c>.</summary>
    UseWaitAsync,

    /// <summary>Calls the framework in another way, which allocates less: the remedy says how.</summary>
    CallOtherwise,

    /// <summary>Writes a <c>task { }</c> expression of F# instead of an <c>async { }</c>.</summary>
    WriteAsTask,
}
