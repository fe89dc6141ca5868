using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>
/// A <c>Task&lt;T&gt;</c> that is no box: made by the builder of a method that completes at once, by <c>Task.FromResult</c>, by <c>AsTask</c> or for a <c>TaskCompletionSource</c>.
/// All four have the same type. Where the stack does not show which, since optimised code has none of it left, the code of the method is asked.
/// </summary>
internal static class TaskResult
{
    private const string Tasks = "System.Threading.Tasks.";

    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        if (!sighting.IsTaskOfResult || methods.OfUser(sighting) is not { } method) return null;
        if (sighting.Entry is { } entry && entry.Type.StartsWith("System.Runtime.CompilerServices.Async", StringComparison.Ordinal))
            return entry.Method is "SetResult" or "SetExistingTaskResult" ? Completes(sighting, method) : null;
        if (sighting.Entered(Tasks + "ValueTask`1", "AsTask")) return new Evidence(AdviceFinding.Converted, method, sighting);
        if (sighting.Entered(Tasks + "TaskCompletionSource`1", ".ctor")) return new Evidence(AdviceFinding.CompletionSource, method, sighting);
        var fromResult = sighting.Entered(Tasks + "Task", "FromResult");
        if (!fromResult && !sighting.IsBare) return null;
        return method.Facts is null ? ByStack(sighting, method) : ByCode(sighting, method, fromResult) ?? ByInlined(sighting, method, methods, fromResult);
    }

    private static Evidence? ByStack(Sighting sighting, ChargedMethod method)
    {
        if (method.Returns is { } shape && shape != ReturnShape.TaskOfResult || !method.MayResultIn(sighting.Type.Arguments[0])) return null;
        return method.IsAsync || method.Returns is not null ? Completes(sighting, method, isUnclear: method.IsAsync) : null;
    }

    private static Evidence? ByCode(Sighting sighting, ChargedMethod method, bool fromResult)
    {
        var result = sighting.Type.Arguments[0];
        var makers = TaskMakers.In(method.Code!, result, fromResult);
        var returned = method.Returns == ReturnShape.TaskOfResult && method.MayResultIn(result);
        if (method.IsAsync && returned) return Completes(sighting, method, isUnclear: makers.Count > 0);
        return makers switch
        {
            [] => null,
            // A task of a value that is not returned is the developer's business.
            [{ Finding: AdviceFinding.CompletesSynchronously }, ..] => !method.IsAsync && returned ? Completes(sighting, method) : null,
            [var maker, ..] => new Evidence(maker.Finding, method, sighting),
        };
    }

    private static Evidence? ByInlined(Sighting sighting, ChargedMethod caller, MethodResolver methods, bool fromResult)
    {
        var result = sighting.Type.Arguments[0];
        var inlined = methods.Inlined(caller, (method, code) =>
            !method.IsAsync && method.Returns == ReturnShape.TaskOfResult && ChargedMethod.Of(method).MayResultIn(result) && TaskMakers.In(code, result, fromResult).Count > 0);
        return inlined is null ? null : ByCode(sighting, inlined, fromResult);
    }

    private static Evidence Completes(Sighting sighting, ChargedMethod method, bool isUnclear = false) => new(AdviceFinding.CompletesSynchronously, method, sighting, isUnclear);
}
