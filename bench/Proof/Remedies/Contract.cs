using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace AsyncLoad.Proof.Remedies;

/// <summary>
/// What has to return the same as a method: what it implements or overrides in its own assembly, what else does that, and what only passes its result on.
/// What another assembly declares is not there to be changed.
/// </summary>
internal sealed class Contract(SourceCode code)
{
    /// <summary>The method and those, as they are declared.</summary>
    public IReadOnlySet<ISymbol> Of(ISymbol method)
    {
        var found = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
        var waiting = new Queue<ISymbol>([SourceCode.Declared(method)]);
        while (waiting.TryDequeue(out var next))
        {
            if (next.DeclaringSyntaxReferences.IsEmpty || !found.Add(next)) continue;
            foreach (var other in Overrides(next).Concat(Implements(next)).Concat(PassesOn(next))) waiting.Enqueue(SourceCode.Declared(other));
        }

        return found;
    }

    private static ISymbol? Overridden(ISymbol member) => member switch
    {
        IMethodSymbol method => method.OverriddenMethod,
        IPropertySymbol property => property.OverriddenProperty,
        _ => null,
    };

    private static bool Same(ISymbol? one, ISymbol other) => one is not null && SymbolEqualityComparer.Default.Equals(SourceCode.Declared(one), other);

    private static bool IsBeside(ISymbol one, ISymbol other) => SymbolEqualityComparer.Default.Equals(one.ContainingAssembly, other.ContainingAssembly);

    private IEnumerable<ISymbol> Overrides(ISymbol member) =>
        (Overridden(member) is { } overridden && IsBeside(overridden, member) ? new[] { overridden } : []).Concat(code.Types.SelectMany(type => type.GetMembers()).Where(other => Same(Overridden(other), member)));

    private IEnumerable<ISymbol> Implements(ISymbol member)
    {
        foreach (var type in code.Types)
        {
            foreach (var declared in type.AllInterfaces.SelectMany(contract => contract.GetMembers()))
            {
                if (type.FindImplementationForInterfaceMember(declared) is not { } implementation) continue;
                if (Same(declared, member)) yield return implementation;
                else if (Same(implementation, member) && IsBeside(declared, member)) yield return declared;
            }
        }
    }

    private IEnumerable<ISymbol> PassesOn(ISymbol member)
    {
        foreach (var called in code.Nodes<ExpressionSyntax>().Where(node => node is InvocationExpressionSyntax or ElementAccessExpressionSyntax or MemberAccessExpressionSyntax))
        {
            if (!Same(code.Named(called), member) || called.Ancestors().FirstOrDefault(IsFunction) is not { } function || !SourceCode.Returned(function).Contains(called)) continue;
            if (code.Model(function).GetDeclaredSymbol(function) is { } declared && IsTask(declared)) yield return declared;
        }
    }

    private static bool IsFunction(SyntaxNode node) =>
        node is MethodDeclarationSyntax or LocalFunctionStatementSyntax or PropertyDeclarationSyntax or IndexerDeclarationSyntax or AnonymousFunctionExpressionSyntax;

    private static bool IsTask(ISymbol function) => ((function as IMethodSymbol)?.ReturnType ?? (function as IPropertySymbol)?.Type)?.Name == "Task";
}
