using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>An async method that does no more than await what another returns: it can return that instead.</summary>
internal static class PassesOn
{
    /// <summary>What is said where the compiler would warn of null.</summary>
    private const string NullMark = " Put ! behind the call: its result and that of the method differ in whether they may be null (CS8619).";

    private const string Untyped = "Write the return type Task in front of the parameters of the lambda: without that it returns the result as well, and a minimal API sends it.";

    /// <summary>What to do about its task or its box; null for a method that does more.</summary>
    /// <param name="doubts">What is not known of its bytes.</param>
    public static Counsel? Weigh(AdviceCase seen, string because, params IReadOnlyList<string> doubts)
    {
        if (seen.Method.Facts is not { } facts || PassedTask.Of(facts) is not { } passed) return null;
        List<string> checks = [.. doubts];
        if (CallerSentences.Weigh(seen.Callers) != AdviceWeight.Recommended) checks.Add($"An exception that {passed.Maker ?? "it"} throws before it returns a task then reaches callers at the call, not at the await. Check callers that do not await at once.");
        if (seen.Contract is { IsFree: false } && passed is { IsOfFramework: false, Maker: not null, Type: ReturnShape.TaskOfResult })
            checks.Add($"{passed.Maker} must keep returning a Task: the return type of this method cannot change with it ({CompilerCodes.In(seen.Method.Language, "CS0029")}).");
        if (facts.IsLambda && (seen.Method.Returns, passed.Type) is (ReturnShape.Task, ReturnShape.TaskOfResult)) checks.Add(Untyped);
        if (!passed.IsFirst) checks.Add("No call before it sets an AsyncLocal: callers would see the value.");
        return new Counsel(
            checks.Count > 0 ? AdviceWeight.Conditional : AdviceWeight.Recommended,
            $"It only passes on the result of {passed.Maker ?? "a task that it is given"}. {because}",
            Whole(seen, passed),
            checks)
        {
            Kind = RemedyKind.ReturnTaskItself,
            Unnamed = Whole(seen, passed with { Maker = null }),
            Also = seen.Beside,
        };
    }

    private static string Whole(AdviceCase seen, PassedTask passed) => Remedy(seen, passed) + (passed.DiffersInNull ? NullMark : "") + Removed(seen);

    private static string Removed(AdviceCase seen) => seen switch
    {
        { DoesBoth: false } => "",
        { Beside: null } => " That removes its tasks and its boxes, which have separate entries.",
        _ => $" That also removes its {(seen.Finding == AdviceFinding.Suspends ? "tasks" : "boxes")}, which no other entry counts.",
    };

    private static string Remedy(AdviceCase seen, PassedTask passed)
    {
        var task = $"the {(passed.Type.IsValueTask() ? "ValueTask" : "task")} {(passed.Maker is { } maker ? $"of {maker}" : "that it awaits")}";
        return seen.Method.Returns!.Value.IsTask() || passed.Type.IsValueTask()
            ? $"Return {task} itself, without async and await.{Both(seen, passed)}"
            : $"Return new ValueTask{seen.Method.Result}(…) of {task}, without async and await.";
    }

    private static string Both(AdviceCase seen, PassedTask passed) =>
        seen is { Finding: AdviceFinding.CompletesSynchronously, Contract.IsFree: true } && passed is { IsOfFramework: false, IsGenerated: false, Maker: not null, Type: ReturnShape.TaskOfResult }
            ? $" If both can return ValueTask{seen.Method.Result}, the task of {passed.Maker} is saved too."
            : "";
}
