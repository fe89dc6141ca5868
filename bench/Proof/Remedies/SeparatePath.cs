using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace AsyncLoad.Proof.Remedies;

/// <summary>What a method does from its first lambda on becomes a method for that alone.</summary>
internal static class SeparatePath
{
    private static readonly SymbolDisplayFormat Types = SymbolDisplayFormat.FullyQualifiedFormat.AddMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);

    /// <summary>Changes nothing where there is no other path.</summary>
    public static void Apply(SourceCode code, IMethodSymbol method, Edits edits)
    {
        if (SourceCode.Declarations(SourceCode.Declared(method)).SingleOrDefault() is not MethodDeclarationSyntax { Body: { } body } declaration) return;
        var first = body.Statements.IndexOf(statement => statement.DescendantNodes().Any(node => node is AnonymousFunctionExpressionSyntax or QueryExpressionSyntax));
        if (first < 1) return;
        var rest = body.Statements.Skip(first).ToList();
        var used = code.Model(body).AnalyzeDataFlow(rest[0], rest[^1])!.DataFlowsIn.Where(variable => variable is not IParameterSymbol { IsThis: true }).ToList();
        var name = declaration.Identifier.Text + "Apart";
        var isAsync = SourceCode.IsAsync(declaration.Modifiers);
        var modifiers = string.Concat(declaration.Modifiers.Where(modifier => modifier.IsKind(SyntaxKind.StaticKeyword) || modifier.IsKind(SyntaxKind.AsyncKeyword)).Select(modifier => modifier.Text + " "));
        var parameters = string.Join(", ", used.Select(variable => $"{TypeOf(variable).ToDisplayString(Types)} {variable.Name}"));
        var span = TextSpan.FromBounds(rest[0].SpanStart, rest[^1].Span.End);
        edits.Replace(body.SyntaxTree, span, $"return {(isAsync ? "await " : "")}{name}({string.Join(", ", used.Select(variable => variable.Name))});");
        edits.Insert(body.SyntaxTree, declaration.Span.End, $" private {modifiers}{declaration.ReturnType} {name}{declaration.TypeParameterList}({parameters}) {declaration.ConstraintClauses} {{ {body.SyntaxTree.GetText().ToString(span)} }}");
    }

    private static ITypeSymbol TypeOf(ISymbol variable) => (variable as ILocalSymbol)?.Type ?? ((IParameterSymbol)variable).Type;
}
