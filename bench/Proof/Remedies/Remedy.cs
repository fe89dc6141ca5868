using AsyncLoad.EndToEnd.Advice;
using AsyncLoad.Proof.Services;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace AsyncLoad.Proof.Remedies;

/// <summary>A service after an advice was taken.</summary>
/// <param name="Taken">The advice, and others that were taken with it.</param>
internal sealed record Rewritten(Build Build, IReadOnlyList<PrintedAdvice> Taken);

/// <summary>Does to the source of a service what an advice says.</summary>
internal static class Remedy
{
    /// <summary>Takes an advice.</summary>
    /// <param name="all">All advice on the service.</param>
    /// <returns>Null where nothing here does what is advised.</returns>
    public static Rewritten? Apply(Build build, PrintedAdvice advice, IReadOnlyList<PrintedAdvice> all)
    {
        var code = new SourceCode(build);
        if (AdvisedMethod.Find(code, advice) is not { } method) return null;
        var edits = new Edits();
        var changed = Edit(code, method, advice, edits);
        return edits.IsEmpty ? null : new Rewritten(build.With(edits.Texts), [advice, .. all.Where(other => other != advice && (IsTakenWith(code, other, changed) || IsSame(other, advice)))]);
    }

    private static IReadOnlySet<ISymbol> Edit(SourceCode code, IMethodSymbol method, PrintedAdvice advice, Edits edits)
    {
        switch (advice.RemedyKind)
        {
            case "returnValueTask":
                return ReturnedValueTask.Apply(code, method, edits);
            case "poolBoxes":
                return ReturnedValueTask.Pool(code, method, edits);
            case "returnTaskItself":
                ReturnedTask.Apply(code, method, edits, mark: advice.Remedy?.Contains("Put ! behind the call", StringComparison.Ordinal) == true ? "!" : "");
                break;
            case "awaitValueTask":
                Unconvert(code, method, edits);
                break;
            case "makeStatic" or "passParameters":
                StaticLocal.Apply(code, method, edits, isStatic: advice.RemedyKind == "makeStatic");
                break;
            case "separatePath":
                SeparatePath.Apply(code, method, edits);
                break;
        }

        return new HashSet<ISymbol>(SymbolEqualityComparer.Default);
    }

    // Methods that must return the same all return a ValueTask then. So other advice on their tasks is taken with it.
    private static bool IsTakenWith(SourceCode code, PrintedAdvice other, IReadOnlySet<ISymbol> changed) =>
        changed.Count > 0 && other is { Finding: "completesSynchronously", Removable: not null } && AdvisedMethod.Find(code, other) is { } method && changed.Contains(SourceCode.Declared(method));

    // The tasks and the boxes of a method are told apart, and one remedy may be that of both.
    private static bool IsSame(PrintedAdvice other, PrintedAdvice advice) =>
        advice.RemedyKind == "returnTaskItself" && other.RemedyKind == advice.RemedyKind && (other.Method, other.Namespace) == (advice.Method, advice.Namespace);

    /// <summary>Whether to take an advice: it is recommended, or conditional on what holds by the way services are made here.</summary>
    public static bool IsToBeTaken(PrintedAdvice advice) => (advice.Weight, advice.RemedyKind) switch
    {
        ("recommended", _) => true,
        // One call at a time, awaited at once: the pool stays warm. The path with a lambda is the rare one.
        ("conditional", "poolBoxes" or "separatePath") => advice.Check.Count == 1,
        ("conditional", "returnValueTask") => advice.Check.Count == 0,
        _ => false,
    };

    private static void Unconvert(SourceCode code, IMethodSymbol method, Edits edits)
    {
        var converting = SourceCode.Declarations(SourceCode.Declared(method))
            .SelectMany(declaration => declaration.DescendantNodes().OfType<InvocationExpressionSyntax>())
            .Where(called => code.Named(called) is { Name: "AsTask", ContainingType.Name: "ValueTask" });
        foreach (var called in converting) edits.Replace(called, ((MemberAccessExpressionSyntax)called.Expression).Expression.ToString());
    }
}
