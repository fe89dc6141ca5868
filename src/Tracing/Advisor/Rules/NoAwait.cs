using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>Members that cannot be async: a remedy that awaits does not compile in them.</summary>
internal static class NoAwait
{
    /// <summary>The counsel, with what is to be done first where its remedy cannot stand in the member.</summary>
    public static Counsel Of(AdviceCase seen, Counsel counsel) =>
        IsToAwait(seen, counsel) && Reason(seen.Method) is { } reason ? counsel with { Check = [.. counsel.Check, reason] } : counsel;

    // What starts async work and returns its task can return that of the work instead.
    private static bool IsToAwait(AdviceCase seen, Counsel counsel) =>
        counsel.Kind is RemedyKind.AwaitInTurn or RemedyKind.AwaitValueTask || (counsel.Kind == RemedyKind.AwaitDirectly && !seen.Method.IsAsynchronous);

    private static string? Reason(ChargedMethod method) => method.Facts?.Called.Name switch
    {
        ".ctor" or ".cctor" => $"A constructor cannot await{Code(method, "CS4033")}: keep the task of the work there, or await in an async method that creates the object.",
        { } name when Accessor.Reads(name) => $"A property cannot await{Code(method, "CS4032")}: make it an async method.",
        { } name when CSharpOperator.Of(name) is not null => $"An operator cannot await{Code(method, "CS4032")}: make it an async method.",
        _ => null,
    };

    private static string Code(ChargedMethod method, string csharp) => method.Language == SourceLanguage.CSharp ? $" ({csharp})" : "";
}
