using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>What a method returns, as far as it matters to async code.</summary>
internal enum ReturnShape
{
    /// <summary>Nothing: <c>async void</c>, if it is async.</summary>
    Void,

    /// <summary>A <c>Task</c>.</summary>
    Task,

    /// <summary>A <c>Task&lt;T&gt;</c>.</summary>
    TaskOfResult,

    /// <summary>A <c>ValueTask</c>.</summary>
    ValueTask,

    /// <summary>A <c>ValueTask&lt;T&gt;</c>.</summary>
    ValueTaskOfResult,

    /// <summary>An <c>IAsyncEnumerable&lt;T&gt;</c> or <c>IAsyncEnumerator&lt;T&gt;</c>.</summary>
    AsyncEnumerable,

    /// <summary>Anything else.</summary>
    Other,
}

/// <summary>Recognises the shape of a result type.</summary>
internal static class ReturnShapes
{
    private const string Tasks = "System.Threading.Tasks";

    public static ReturnShape Of(NamedType type) => type.Suffix.Length > 0 ? ReturnShape.Other : (type.Namespace, type.Last) switch
    {
        ("System", "Void") => ReturnShape.Void,
        (Tasks, "Task") => ReturnShape.Task,
        (Tasks, "Task`1") => ReturnShape.TaskOfResult,
        (Tasks, "ValueTask") => ReturnShape.ValueTask,
        (Tasks, "ValueTask`1") => ReturnShape.ValueTaskOfResult,
        ("System.Collections.Generic", "IAsyncEnumerable`1" or "IAsyncEnumerator`1") => ReturnShape.AsyncEnumerable,
        _ => ReturnShape.Other,
    };

    /// <summary>A Task, with or without a result.</summary>
    public static bool IsTask(this ReturnShape shape) => shape is ReturnShape.Task or ReturnShape.TaskOfResult;

    /// <summary>A ValueTask, with or without a result.</summary>
    public static bool IsValueTask(this ReturnShape shape) => shape is ReturnShape.ValueTask or ReturnShape.ValueTaskOfResult;

    /// <summary>Something that is awaited.</summary>
    public static bool IsAwaitable(this ReturnShape shape) => shape.IsTask() || shape.IsValueTask() || shape == ReturnShape.AsyncEnumerable;
}
