using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>Something in the code of a method that makes a <c>Task&lt;T&gt;</c> other than its result.</summary>
internal sealed record TaskMaker(AdviceFinding Finding, string Call);

/// <summary>Looks for them.</summary>
internal static class TaskMakers
{
    private const string Source = "System.Threading.Tasks.TaskCompletionSource`1";

    /// <summary>What the code calls that may make a task of this result, each once.</summary>
    /// <param name="result">The T of the task.</param>
    /// <param name="fromResult">Task.FromResult is known to have made it.</param>
    public static IReadOnlyList<TaskMaker> In(CodeScan code, NamedType result, bool fromResult)
    {
        var makers = new List<TaskMaker>();
        if (code.Calls.Any(called => called is { IsOfTask: true, Name: "FromResult" } && May(called.Arguments, result))) makers.Add(new(AdviceFinding.CompletesSynchronously, "Task.FromResult"));
        // AsTask of a ValueTask that is complete calls FromResult.
        if (code.Calls.Any(called => called is { IsOfValueTask: true, Name: "AsTask" } && May(called.Type.Arguments, result))) makers.Add(new(AdviceFinding.Converted, "AsTask"));
        if (fromResult) return makers;
        // Async work that is started has a task around its task.
        if (code.Calls.Any(called => TaskRun.Starts(called) && (May(called.Arguments, result) || May(called.Arguments, Inner(result))))) makers.Add(new(AdviceFinding.TaskRun, "Task.Run"));
        if (code.Creates.Any(called => called.Type.Definition == Source && May(called.Type.Arguments, result))) makers.Add(new(AdviceFinding.CompletionSource, "new TaskCompletionSource"));
        return makers;
    }

    private static NamedType Inner(NamedType result) => ReturnShapes.Of(result) == ReturnShape.TaskOfResult && result.Arguments is [var inner] ? inner : result;

    private static bool May(IReadOnlyList<NamedType> arguments, NamedType result) => arguments is [var argument] && (argument.IsOpen || argument.Full == result.Full);
}
