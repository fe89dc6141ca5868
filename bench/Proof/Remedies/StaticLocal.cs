using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace AsyncLoad.Proof.Remedies;

/// <summary>Local functions of a method take what they captured as parameters, and become static where they can.</summary>
internal static class StaticLocal
{
    private static readonly SymbolDisplayFormat Types = SymbolDisplayFormat.FullyQualifiedFormat.AddMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);

    public static void Apply(SourceCode code, IMethodSymbol method, Edits edits, bool isStatic)
    {
        foreach (var declaration in SourceCode.Declarations(SourceCode.Declared(method)))
        {
            var locals = declaration.DescendantNodes().OfType<LocalFunctionStatementSyntax>().ToDictionary(local => (ISymbol)code.Model(local).GetDeclaredSymbol(local)!, SymbolEqualityComparer.Default);
            foreach (var (symbol, local) in locals)
            {
                var captured = Captured(code, symbol, locals, new HashSet<ISymbol>(SymbolEqualityComparer.Default)).Distinct<ISymbol>(SymbolEqualityComparer.Default).ToList();
                if (captured.Count == 0) continue;
                if (isStatic && !local.Modifiers.Any(SyntaxKind.StaticKeyword)) edits.Insert(local.SyntaxTree, local.SpanStart, "static ");
                Add(edits, local.ParameterList.CloseParenToken, local.ParameterList.Parameters.Count, captured.Select(one => $"{TypeOf(code, one).ToDisplayString(Types)} {one.Name}"));
                foreach (var call in declaration.DescendantNodes().OfType<InvocationExpressionSyntax>().Where(call => SymbolEqualityComparer.Default.Equals(code.Named(call), symbol)))
                    Add(edits, call.ArgumentList.CloseParenToken, call.ArgumentList.Arguments.Count, captured.Select(one => one.Name));
            }
        }
    }

    private static void Add(Edits edits, SyntaxToken close, int present, IEnumerable<string> added) =>
        edits.Insert(close.SyntaxTree!, close.SpanStart, (present > 0 ? ", " : "") + string.Join(", ", added));

    private static ITypeSymbol TypeOf(SourceCode code, ISymbol variable)
    {
        if (variable is not ILocalSymbol local) return ((IParameterSymbol)variable).Type;
        // The compiler takes every variable that is declared with var for one that may be null.
        return local.DeclaringSyntaxReferences[0].GetSyntax() is VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Type.IsVar: true }, Initializer.Value: { } value }
            && (local.Type is ITypeParameterSymbol || code.Model(value).GetTypeInfo(value).Nullability.FlowState == NullableFlowState.NotNull)
            ? local.Type.WithNullableAnnotation(NullableAnnotation.NotAnnotated)
            : local.Type;
    }

    // What it uses of the method around it, and what the local functions do that it calls.
    private static IEnumerable<ISymbol> Captured(SourceCode code, ISymbol local, Dictionary<ISymbol, LocalFunctionStatementSyntax> locals, HashSet<ISymbol> seen)
    {
        if (!seen.Add(local)) yield break;
        foreach (var name in locals[local].DescendantNodes().OfType<IdentifierNameSyntax>())
        {
            if (code.Model(name).GetSymbolInfo(name).Symbol is not { } used) continue;
            if (used is ILocalSymbol or IParameterSymbol && !IsWithin(used, locals[local])) yield return used;
            if (!locals.ContainsKey(used)) continue;
            foreach (var further in Captured(code, used, locals, seen).Where(variable => !IsWithin(variable, locals[local]))) yield return further;
        }
    }

    private static bool IsWithin(ISymbol variable, SyntaxNode local) => variable.DeclaringSyntaxReferences.Any(reference => local.Span.Contains(reference.Span));
}
