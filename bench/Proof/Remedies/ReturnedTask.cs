using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace AsyncLoad.Proof.Remedies;

/// <summary>A method returns what it would await last, without <c>async</c> and <c>await</c>.</summary>
internal static class ReturnedTask
{
    // With the marks of types that may be null.
    private static readonly SymbolDisplayFormat Written = SymbolDisplayFormat.FullyQualifiedFormat.AddMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);

    /// <summary>Changes nothing where another advice has made a ValueTask of what a method that returns a Task awaits, or has done this already.</summary>
    /// <param name="mark">What stands behind the call; empty for nothing.</param>
    public static void Apply(SourceCode code, IMethodSymbol method, Edits edits, string mark)
    {
        foreach (var declaration in SourceCode.Declarations(SourceCode.Declared(method)))
        {
            List<AwaitExpressionSyntax> awaited = [.. declaration.DescendantNodes(node => node == declaration || node is not (AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax)).OfType<AwaitExpressionSyntax>()];
            if (method.ReturnType.Name == "Task" && awaited.Exists(one => TypeOf(code, Task(one)) != "Task")) return;
            var modifiers = declaration is MethodDeclarationSyntax member ? member.Modifiers : ((LocalFunctionStatementSyntax)declaration).Modifiers;
            if (!SourceCode.IsAsync(modifiers)) return;
            edits.Replace(declaration.SyntaxTree, modifiers.First(token => token.IsKind(SyntaxKind.AsyncKeyword)).FullSpan, "");
            foreach (var one in awaited) Return(one, Returned(code, Task(one), method.ReturnType, mark), edits);
        }
    }

    private static ExpressionSyntax Task(AwaitExpressionSyntax awaiting) =>
        awaiting.Expression is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.Text: "ConfigureAwait" } configured } ? configured.Expression : awaiting.Expression;

    private static string? TypeOf(SourceCode code, ExpressionSyntax expression) => code.Model(expression).GetTypeInfo(expression).Type?.Name;

    private static string Returned(SourceCode code, ExpressionSyntax task, ITypeSymbol returned, string mark) =>
        TypeOf(code, task) == returned.Name ? $"{task}{mark}" : $"new {returned.ToDisplayString(Written)}({task}{mark})";

    // A local may hold the result until the end.
    private static void Return(AwaitExpressionSyntax awaiting, string text, Edits edits)
    {
        if (awaiting.FirstAncestorOrSelf<LocalDeclarationStatementSyntax>() is { Parent: BlockSyntax block } kept)
        {
            edits.Replace(kept, "");
            edits.Replace(((ReturnStatementSyntax)block.Statements[^1]).Expression!, text);
        }
        else
        {
            edits.Replace(awaiting.Parent is ExpressionStatementSyntax statement ? statement : awaiting, awaiting.Parent is ExpressionStatementSyntax ? $"return {text};" : text);
        }
    }
}
