using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>
/// A <c>Task&lt;T&gt;</c> that is no box: made by the builder of a method that completes at once, by <c>Task.FromResult</c>, by <c>AsTask</c> or for a <c>TaskCompletionSource</c>.
/// All four have the same type. Where the stack of optimised code does not show which, the code of the method decides.
/// </summary>
internal static class TaskResult
{
    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        if (!sighting.IsTaskOfResult || methods.OfUser(sighting) is not { } method) return null;
        if (OwnBuilder.UserOf(sighting, method, methods) is { } built) return Completes(sighting, built);
        if (sighting.Entry is { } entry && entry.Type.StartsWith(Framework.CompilerServices + "Async", StringComparison.Ordinal))
            return entry.Method is "SetResult" or "SetExistingTaskResult" ? Completes(sighting, method) : null;
        // AsTask is short, and inlined where its source was complete.
        if (sighting.Entered(Framework.Tasks + "ValueTask`1", "AsTask", "GetTaskForValueTaskSource")) return new Evidence(AdviceFinding.Converted, methods.Calling(method, sighting.Site.Place, Converted.Converts), sighting);
        if (sighting.Entered(Framework.Tasks + "TaskCompletionSource`1", ".ctor")) return new Evidence(AdviceFinding.CompletionSource, methods.Doing(method, sighting.Site.Place, CompletionSource.IsMade) ?? method, sighting);
        var fromResult = sighting.Entered(Framework.Tasks + "Task", "FromResult");
        if (!fromResult && !sighting.IsBare) return null;
        return method.Facts is { } facts ? BySources(sighting, facts, methods, fromResult) : ByStack(sighting, method);
    }

    // Without the code of the method, what it calls may have made it as well.
    private static Evidence? ByStack(Sighting sighting, ChargedMethod method)
    {
        if (method.Returns is { } shape && shape != ReturnShape.TaskOfResult || !method.MayResultIn(sighting.Type.Arguments[0])) return null;
        return method.IsAsync || method.Returns is not null ? Completes(sighting, method, isUnclear: true) : null;
    }

    private static Evidence? BySources(Sighting sighting, MethodFacts method, MethodResolver methods, bool fromResult)
    {
        var task = new SeenTask(method, sighting.Site.Place, sighting.Type.Arguments[0], fromResult);
        var there = methods.Sources.Of(task);
        // Nothing in the statement makes such a task: what the rest of the code does may have been moved there.
        var found = there.Count > 0 ? there : methods.Sources.Of(task with { Place = null });
        if (found.FirstOrDefault(source => source.Finding is not null) is not { Finding: { } finding } first) return null;
        return new Evidence(finding, first.Method, sighting, IsUnclear: found.Count > 1 || there.Count == 0) { Others = [.. found.Where(source => source != first)] };
    }

    private static Evidence Completes(Sighting sighting, ChargedMethod method, bool isUnclear = false) => new(AdviceFinding.CompletesSynchronously, method, sighting, isUnclear);
}
