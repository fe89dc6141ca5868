using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>Adapts a remedy to the language, the runtime and the kind of member: the rules are written for C# on .NET 6 to 10.</summary>
internal static class FittedCounsel
{
    // As PassesOn says it.
    private const string Unwrapped = "without async and await";

    /// <summary>The counsel as it holds for a method; as it is where that needs no change.</summary>
    public static Counsel Of(AdviceCase seen, Counsel counsel) => NoAwait.Of(seen, TargetLimits.Of(seen, Fitted(seen, counsel)));

    private static Counsel Fitted(AdviceCase seen, Counsel counsel) => counsel.Remedy is null ? counsel : seen.Finding switch
    {
        _ when counsel.Kind == RemedyKind.ReturnTaskItself => counsel with
        {
            Remedy = counsel.Remedy.Replace(Unwrapped, In(seen.Method.Language), StringComparison.Ordinal),
            Unnamed = counsel.Unnamed?.Replace(Unwrapped, In(seen.Method.Language), StringComparison.Ordinal),
        },
        AdviceFinding.CompletesSynchronously when seen.Method.IsAsync => Completes(seen, counsel),
        AdviceFinding.Suspends => OfSuspends(seen, counsel),
        AdviceFinding.Closure when seen.Method.Language != SourceLanguage.CSharp && counsel.Kind is not (RemedyKind.CallOtherwise or RemedyKind.KeepDelegate) => counsel with { Remedy = $"Pass what the lambda needs as an argument, or {(seen.Method.Language == SourceLanguage.FSharp ? "make the function that takes the lambda inline" : "move the path that needs it into a separate method")}." },
        _ => counsel,
    };

    private static string In(SourceLanguage language) => language switch
    {
        SourceLanguage.FSharp => "without task { }",
        SourceLanguage.VisualBasic => "without Async and Await",
        _ => Unwrapped,
    };

    private static Counsel Completes(AdviceCase seen, Counsel counsel) => seen.Method.Language switch
    {
        SourceLanguage.FSharp => counsel with
        {
            Remedy = "Return a ValueTask. Make it of the value where that is there, and otherwise of the Task of a function with the slow path: task { } itself always makes a Task. Or use valueTask { } of the package IcedTasks." + CallerSentences.PassedOnBy(seen.Callers),
        },
        SourceLanguage.VisualBasic => counsel with
        {
            Remedy = "Return ValueTask(Of T) from a Function without Async. Return New ValueTask(Of T)(value) where the value is there, and otherwise New ValueTask(Of T)(task) with the Task of an Async Function for the slow path. An Async Function itself cannot return a ValueTask." + CallerSentences.PassedOnBy(seen.Callers),
        },
        _ => counsel,
    };

    private static Counsel OfSuspends(AdviceCase seen, Counsel counsel) => seen.Method.Language switch
    {
        SourceLanguage.FSharp => counsel with { Remedy = $"{Suspends.Alone} Write it with poolingValueTask {{ }} of the package IcedTasks, if its callers keep the pool warm: [AsyncMethodBuilder] has no effect on task {{ }}.{CallerSentences.PassedOnBy(seen.Callers)}" },
        SourceLanguage.VisualBasic => Counsel.Nothing(counsel.Because, Suspends.Alone, "An Async Function of Visual Basic cannot return a ValueTask, and has no builder that pools its boxes: the same method in C# could."),
        _ => seen.Runtime < TargetLimits.FirstWithPooling
            ? counsel with { Check = [.. counsel.Check, FormattableString.Invariant($"The pooling builder came with .NET {TargetLimits.FirstWithPooling}: this process ran on .NET {seen.Runtime}.")] }
            : counsel,
    };
}
