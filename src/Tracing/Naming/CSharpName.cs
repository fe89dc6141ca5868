using System.Globalization;

namespace AsyncLoad.Tracing.Naming;

/// <summary>C# names for what a trace names in the runtime's way, without namespaces. A name that cannot be read is returned unchanged.</summary>
internal static class CSharpName
{
    public const string NoName = "(no name)";

    /// <summary>A type: <c>Task&lt;decimal&gt;</c>.</summary>
    public static string OfType(string runtimeTypeName) =>
        runtimeTypeName.Length == 0 ? NoName
        : NamedType.Parse(runtimeTypeName) is { } type ? (IsClosureOfFSharp(type) ? "closure in " : "") + CSharpType.Write(type, TypeParameters.Unknown)
        : runtimeTypeName;

    /// <summary>A method: <c>Orders.PriceAsync(string)</c>; that of a state machine without parameters, which the frame does not have.</summary>
    public static string OfMethod(TracedFrame frame)
    {
        if (frame.Method.Length == 0) return OfType(frame.Type);
        var type = NamedType.Parse(frame.Type);
        if (type is null && frame.Type.Length > 0) return $"{frame.Type}.{frame.Method}";
        var signature = MethodSignature.Parse(frame.Signature);
        var parameters = Parameters(type, signature);
        return new MethodName(type is null ? null : Open(type), frame.Method, signature?.Parameters).Write(parameters);
    }

    // A state machine of F# is no object of its own: it lies in a box.
    private static bool IsClosureOfFSharp(NamedType type) => type.Suffix.Length == 0 && GeneratedName.Parse(type.Last) is GeneratedName.PartOfFunction;

    // Shared generic code is called by the names of its parameters, code of its own for a type by that type.
    private static TypeParameters Parameters(NamedType? type, MethodSignature? signature)
    {
        var arguments = type?.Arguments ?? [];
        var numbered = TypeParameters.Numbered(arguments.Count(IsShared), signature is null ? 0 : MostOfMethod([.. signature.Parameters, .. signature.Returns is { } returned ? [returned] : Array.Empty<NamedType>()]));
        var shared = new Queue<string>(numbered.OfType);
        return numbered with { OfType = [.. arguments.Select(argument => IsShared(argument) ? shared.Dequeue() : CSharpType.Write(argument, TypeParameters.Unknown))] };
    }

    private static NamedType Open(NamedType type) => type with { Arguments = [.. type.Arguments.Select((_, index) => NamedType.Parameter(ofMethod: false, index))] };

    private static bool IsShared(NamedType type) => type is { Namespace: "System", Last: "__Canon", Suffix: "" };

    // How many type parameters the method must have for its signature to name them.
    private static int MostOfMethod(IReadOnlyList<NamedType> types) => types.Count == 0 ? 0 : types.Max(type =>
        type.IsParameter && type.Last.StartsWith("!!", StringComparison.Ordinal)
            ? Math.Min(int.Parse(type.Last.AsSpan(2), NumberStyles.None, CultureInfo.InvariantCulture), 99) + 1
            : MostOfMethod(type.Arguments));
}
