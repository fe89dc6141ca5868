using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace AsyncLoad.Proof.Remedies;

/// <summary>A method returns <c>ValueTask</c>, and all that declares it too.</summary>
internal static class ReturnedValueTask
{
    private const string Tasks = "System.Threading.Tasks.";

    /// <returns>What returns another type then; nothing where another advice has changed that already.</returns>
    public static IReadOnlySet<ISymbol> Apply(SourceCode code, IMethodSymbol method, Edits edits)
    {
        if (method.ReturnType.Name != "Task") return new HashSet<ISymbol>(SymbolEqualityComparer.Default);
        var changed = new Contract(code).Of(method);
        foreach (var declaration in changed.SelectMany(SourceCode.Declarations))
        {
            var type = TypeOf(declaration);
            var task = Task(type);
            edits.Replace(task.Identifier, "ValueTask");
            var made = task is GenericNameSyntax generic ? $"new ValueTask{generic.TypeArgumentList}" : "new ValueTask";
            foreach (var returned in SourceCode.Returned(declaration)) Rewrite(code, returned, made, changed, edits);
        }

        return changed;
    }

    /// <summary>The attribute of the pooling builder, on the method alone.</summary>
    /// <returns>What returns another type then.</returns>
    public static IReadOnlySet<ISymbol> Pool(SourceCode code, IMethodSymbol method, Edits edits)
    {
        var changed = Apply(code, method, edits);
        var result = ((INamedTypeSymbol)method.ReturnType).IsGenericType ? "<>" : "";
        foreach (var declaration in SourceCode.Declarations(SourceCode.Declared(method)).Where(declaration => declaration is MethodDeclarationSyntax { Body: not null } or MethodDeclarationSyntax { ExpressionBody: not null } or LocalFunctionStatementSyntax))
            edits.Insert(declaration.SyntaxTree, declaration.SpanStart, $"[System.Runtime.CompilerServices.AsyncMethodBuilder(typeof(System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder{result}))] ");
        return changed;
    }

    private static SimpleNameSyntax Task(TypeSyntax type) =>
        type.DescendantNodesAndSelf().OfType<SimpleNameSyntax>().FirstOrDefault(name => name.Identifier.Text == "Task") ?? throw new InvalidOperationException($"{type} is not written as a Task");

    private static TypeSyntax TypeOf(SyntaxNode declaration) => declaration switch
    {
        MethodDeclarationSyntax method => method.ReturnType,
        LocalFunctionStatementSyntax local => local.ReturnType,
        BasePropertyDeclarationSyntax property => property.Type,
        _ => throw new InvalidOperationException($"nothing is known of {declaration.Kind()}"),
    };

    private static void Rewrite(SourceCode code, ExpressionSyntax returned, string made, IReadOnlySet<ISymbol> changed, Edits edits)
    {
        switch (returned)
        {
            case ParenthesizedExpressionSyntax inner:
                Rewrite(code, inner.Expression, made, changed, edits);
                break;
            case ConditionalExpressionSyntax either:
                Rewrite(code, either.WhenTrue, made, changed, edits);
                Rewrite(code, either.WhenFalse, made, changed, edits);
                break;
            case SwitchExpressionSyntax choice:
                foreach (var arm in choice.Arms) Rewrite(code, arm.Expression, made, changed, edits);
                break;
            case ThrowExpressionSyntax:
                break;
            case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Expression: var task } } called when code.Named(called) is { Name: "FromResult", ContainingType.Name: "Task" }:
                edits.Replace(task.GetLastToken(), "ValueTask");
                break;
            case IdentifierNameSyntax name when code.Model(name).GetSymbolInfo(name).Symbol is ILocalSymbol local && local.DeclaringSyntaxReferences[0].GetSyntax() is VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax declared } variable:
                if (!declared.Type.IsVar) edits.Replace(Task(declared.Type).Identifier, "ValueTask");
                var values = variable.FirstAncestorOrSelf<BlockSyntax>()!.DescendantNodes().OfType<AssignmentExpressionSyntax>()
                    .Where(assigned => SymbolEqualityComparer.Default.Equals(code.Model(assigned).GetSymbolInfo(assigned.Left).Symbol, local)).Select(assigned => assigned.Right);
                foreach (var value in variable.Initializer is { } first ? values.Prepend(first.Value) : values) Rewrite(code, value, made, changed, edits);
                break;
            case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax converted } called when code.Named(called) is { Name: "AsTask", ContainingType.Name: "ValueTask" }:
                edits.Replace(called, converted.Expression.ToString());
                break;
            default:
                if (code.Named(returned) is { } named && changed.Contains(named)) break;
                if (code.Model(returned).GetTypeInfo(returned).Type is not INamedTypeSymbol { Name: "Task" } type || type.ContainingNamespace + "." != Tasks) break;
                edits.Insert(returned.SyntaxTree, returned.SpanStart, made + "(");
                edits.Insert(returned.SyntaxTree, returned.Span.End, ")");
                break;
        }
    }
}
