using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>Something that may have made a <c>Task&lt;T&gt;</c>.</summary>
/// <param name="Finding">The finding that covers it; null where there is no advice on it.</param>
/// <param name="Method">The method whose code makes it.</param>
/// <param name="Call">How; null for the builder of an async method, which makes the result of that.</param>
internal sealed record TaskSource(AdviceFinding? Finding, ChargedMethod Method, string? Call);

/// <summary>A task that was seen under a frame.</summary>
/// <param name="Place">The statement; null where all of the method's code is to be looked at.</param>
/// <param name="Result">The T of the task.</param>
/// <param name="FromResult">Task.FromResult is known to have made it.</param>
internal sealed record SeenTask(MethodFacts Method, IlRange? Place, NamedType Result, bool FromResult);

/// <summary>
/// Looks for all that may have made a <c>Task&lt;T&gt;</c> under a frame: the method itself, and what it calls and has no frame, since its code was put
/// into the caller's. Where the trace tells the statement, only that is looked at.
/// </summary>
internal sealed class TaskSources(MethodResolver methods)
{
    // Depth and number of inlined methods that are searched: the JIT compiler does not inline more either.
    private const int Deepest = 4;
    private const int MostMethods = 200;

    private readonly Dictionary<(string Method, IlRange? Place, string Result, bool FromResult), IReadOnlyList<TaskSource>> known = [];

    /// <summary>Each source once; empty for none.</summary>
    public IReadOnlyList<TaskSource> Of(SeenTask task)
    {
        var method = ChargedMethod.Of(task.Method);
        var key = (method.Key, task.Place, task.Result.Full, task.FromResult);
        if (!known.TryGetValue(key, out var sources)) known.Add(key, sources = [.. Find(task, method)]);
        return sources;
    }

    private IEnumerable<TaskSource> Find(SeenTask task, ChargedMethod method)
    {
        var code = CodeScan.Of(task.Method, task.Place);
        // Of runtime async no statement makes the result: the code does that which stands before it.
        if (method.IsAsync && Returns(method, task) && (task.Place is null || task.Method.IsRuntimeAsync || code.Calls.Any(SetsResult))) yield return new TaskSource(AdviceFinding.CompletesSynchronously, method, null);
        var seen = new HashSet<string>(StringComparer.Ordinal) { method.Key };
        var waiting = new Queue<(ChargedMethod Method, CodeScan Code, int Depth)>([(method, code, 0)]);
        while (waiting.TryDequeue(out var next))
        {
            foreach (var maker in TaskMakers.In(next.Code, task.Result, task.FromResult)) yield return new TaskSource(Advised(maker, next.Method, task), next.Method, maker.Call);
            if (next.Depth == Deepest) continue;
            // An async method is never put into its caller: it has a frame. Of runtime async that which makes the task for a caller may be.
            foreach (var callee in methods.Called(next.Code).Where(callee => !callee.IsAsync || callee.IsRuntimeAsync))
            {
                var charged = ChargedMethod.Of(callee);
                if (seen.Count >= MostMethods || !seen.Add(charged.Key)) continue;
                if (!callee.IsAsync) waiting.Enqueue((charged, CodeScan.Of(callee), next.Depth + 1));
                else if (Returns(charged, task)) yield return new TaskSource(AdviceFinding.CompletesSynchronously, charged, null);
            }
        }
    }

    // There is no advice on a task of a value that the method does not return.
    private static AdviceFinding? Advised(TaskMaker maker, ChargedMethod method, SeenTask task) =>
        maker.Finding != AdviceFinding.CompletesSynchronously || (!method.IsAsync && Returns(method, task)) ? maker.Finding : null;

    private static bool Returns(ChargedMethod method, SeenTask task) => method.Returns == ReturnShape.TaskOfResult && method.MayResultIn(task.Result);

    private static bool SetsResult(CalledMethod called) => called.Name == "SetResult" && called.Type.Definition.StartsWith(Framework.CompilerServices + "Async", StringComparison.Ordinal);
}

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
