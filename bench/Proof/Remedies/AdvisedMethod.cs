using System.Text;
using AsyncLoad.EndToEnd.Advice;
using Microsoft.CodeAnalysis;

namespace AsyncLoad.Proof.Remedies;

/// <summary>Finds the method that an advice names in the source.</summary>
internal static class AdvisedMethod
{
    private static readonly SymbolDisplayFormat Types = new(
        typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypes,
        genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters,
        miscellaneousOptions: SymbolDisplayMiscellaneousOptions.UseSpecialTypes);

    /// <summary>The method; null for a lambda.</summary>
    /// <exception cref="InvalidOperationException">The source has none of that name, or several.</exception>
    public static IMethodSymbol? Find(SourceCode code, PrintedAdvice advice)
    {
        // The handler of a minimal API is named by its route.
        if (advice.Method.StartsWith("lambda", StringComparison.Ordinal) || advice.Method.Contains('"', StringComparison.Ordinal)) return null;
        var open = Outside(advice.Method).IndexOfAny(['(', '[']);
        var path = WithoutArguments(open < 0 ? advice.Method : advice.Method[..open]);
        // A member of an extension block has a method of the class behind it, which is not in the source.
        var named = code.Functions.Where(function => !function.IsImplicitlyDeclared && Path(function) == path && NamespaceOf(function) == advice.Namespace && function.PartialDefinitionPart is null).ToList();
        if (named.Count > 1 && open >= 0) named = named.FindAll(function => string.Join(", ", Parameters(function)) == advice.Method[(open + 1)..^1]);
        return named is [var only] ? only : throw new InvalidOperationException($"{named.Count} methods in the source are {advice.Method}");
    }

    private static string NamespaceOf(IMethodSymbol function) => function.ContainingNamespace is { IsGlobalNamespace: false } space ? space.ToDisplayString() : "";

    private static string Path(IMethodSymbol function)
    {
        var around = new Stack<string>();
        // The type of an extension block has no name.
        for (var type = function.ContainingType; type is not null; type = type.ContainingType)
        {
            if (!type.IsExtension) around.Push(type.Name);
        }

        return string.Join('.', [.. around, .. Names(function)]);
    }

    // The compiler names a local function after the member around it, whatever stands between.
    private static IEnumerable<string> Names(IMethodSymbol function)
    {
        if (function is { MethodKind: MethodKind.PropertyGet, AssociatedSymbol: IPropertySymbol property }) return [.. Contract(function), property.IsIndexer ? "this" : Simple(property.Name)];
        if (function.MethodKind != MethodKind.LocalFunction) return [.. Contract(function), Simple(function.Name) is "<Main>$" ? "Main" : Simple(function.Name)];
        var outer = function.ContainingSymbol;
        while (outer is IMethodSymbol { MethodKind: MethodKind.LocalFunction or MethodKind.AnonymousFunction }) outer = outer.ContainingSymbol;
        return outer is IMethodSymbol member ? [.. Names(member), function.Name] : [function.Name];
    }

    // The interface that a method implements explicitly stands before its name.
    private static IEnumerable<string> Contract(IMethodSymbol function) => function.ExplicitInterfaceImplementations.Take(1).Select(implemented => implemented.ContainingType.Name);

    private static string Simple(string name) => name[(name.LastIndexOf('.') + 1)..];

    private static IEnumerable<string> Parameters(IMethodSymbol function) =>
        (function is { ContainingType: { IsExtension: true, ExtensionParameter: { } receiver }, IsStatic: false } ? new[] { receiver } : [])
            .Concat(function.Parameters)
            .Select(parameter => (parameter.RefKind == RefKind.None ? "" : "ref ") + parameter.Type.ToDisplayString(Types));

    private static string WithoutArguments(string name) => Outside(name).Replace("\0", "", StringComparison.Ordinal);

    // What stands in angle brackets is blotted out.
    private static string Outside(string name)
    {
        var depth = 0;
        var outside = new StringBuilder();
        foreach (var character in name)
        {
            if (character == '<') depth++;
            outside.Append(depth == 0 ? character : '\0');
            if (character == '>') depth--;
        }

        return outside.ToString();
    }
}
