using AsyncLoad.Proof.Services;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace AsyncLoad.Proof.Remedies;

/// <summary>The source of a service, and what its names stand for.</summary>
internal sealed class SourceCode(Build build)
{
    private readonly Dictionary<SyntaxTree, SemanticModel> models =
        build.Assemblies.SelectMany(assembly => assembly.SyntaxTrees.Select(tree => (Tree: tree, Model: assembly.GetSemanticModel(tree)))).ToDictionary(entry => entry.Tree, entry => entry.Model);

    /// <summary>All types.</summary>
    public IReadOnlyList<INamedTypeSymbol> Types { get; } = [.. build.Assemblies.SelectMany(assembly => Below(assembly.Assembly.GlobalNamespace))];

    /// <summary>Everything that has code, local functions included, lambdas not.</summary>
    public IEnumerable<IMethodSymbol> Functions =>
        Types.SelectMany(type => type.GetMembers().OfType<IMethodSymbol>())
            .Concat(Nodes<LocalFunctionStatementSyntax>().Select(node => Model(node).GetDeclaredSymbol(node)).OfType<IMethodSymbol>());

    public SemanticModel Model(SyntaxNode node) => models[node.SyntaxTree];

    public IEnumerable<T> Nodes<T>()
        where T : SyntaxNode => models.Keys.SelectMany(tree => tree.GetRoot().DescendantNodes().OfType<T>());

    /// <summary>The method or property that an expression names, as it is declared; null for none.</summary>
    public ISymbol? Named(SyntaxNode expression) => Model(expression).GetSymbolInfo(expression).Symbol is { } symbol ? Declared(symbol) : null;

    /// <summary>A method or property as it is declared: an accessor is its property, a part of a method the other one.</summary>
    public static ISymbol Declared(ISymbol symbol) => symbol switch
    {
        IMethodSymbol { AssociatedSymbol: IPropertySymbol property } => property.OriginalDefinition,
        IMethodSymbol method => (method.ReducedFrom ?? method).OriginalDefinition is { PartialDefinitionPart: { } other } ? other : (method.ReducedFrom ?? method).OriginalDefinition,
        _ => symbol.OriginalDefinition,
    };

    /// <summary>Where it is declared in source.</summary>
    public static IEnumerable<SyntaxNode> Declarations(ISymbol declared) =>
        declared.DeclaringSyntaxReferences
            .Concat((declared as IMethodSymbol)?.PartialImplementationPart?.DeclaringSyntaxReferences ?? [])
            .Select(reference => reference.GetSyntax());

    /// <summary>What it returns from, nested functions left out; empty where it is async.</summary>
    public static IEnumerable<ExpressionSyntax> Returned(SyntaxNode declaration) => declaration switch
    {
        MethodDeclarationSyntax method when !IsAsync(method.Modifiers) => Returned(method.Body, method.ExpressionBody),
        LocalFunctionStatementSyntax local when !IsAsync(local.Modifiers) => Returned(local.Body, local.ExpressionBody),
        PropertyDeclarationSyntax property => Returned(null, property.ExpressionBody).Concat(Getters(property.AccessorList)),
        IndexerDeclarationSyntax indexer => Returned(null, indexer.ExpressionBody).Concat(Getters(indexer.AccessorList)),
        _ => [],
    };

    public static bool IsAsync(SyntaxTokenList modifiers) => modifiers.Any(SyntaxKind.AsyncKeyword);

    private static IEnumerable<ExpressionSyntax> Getters(AccessorListSyntax? accessors) =>
        accessors?.Accessors.Where(accessor => accessor.IsKind(SyntaxKind.GetAccessorDeclaration)).SelectMany(accessor => Returned(accessor.Body, accessor.ExpressionBody)) ?? [];

    private static IEnumerable<ExpressionSyntax> Returned(BlockSyntax? body, ArrowExpressionClauseSyntax? arrow) => arrow is not null
        ? [Unmarked(arrow.Expression)]
        : body?.DescendantNodes(node => node is not (AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax)).OfType<ReturnStatementSyntax>().Select(statement => statement.Expression).OfType<ExpressionSyntax>().Select(Unmarked) ?? [];

    // Without the mark that says that it is not null.
    private static ExpressionSyntax Unmarked(ExpressionSyntax returned) =>
        returned is PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.SuppressNullableWarningExpression } marked ? marked.Operand : returned;

    private static IEnumerable<INamedTypeSymbol> Below(INamespaceOrTypeSymbol symbol) =>
        (symbol is INamedTypeSymbol type ? new[] { type } : []).Concat(symbol.GetMembers().OfType<INamespaceOrTypeSymbol>().SelectMany(Below));
}
