using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>What must be equal for one method to stand for another: its name, and its signature with the types that stand for type parameters.</summary>
internal sealed class MethodMatch
{
    private readonly string name;
    private readonly string signature;

    /// <param name="name">Its name, without that of an interface before it.</param>
    public MethodMatch(string name, MethodSignature<NamedType> signature)
    {
        this.name = name;
        this.signature = Text(signature, []);
    }

    /// <summary>A method of a type, with what stands for the type's parameters.</summary>
    public MethodMatch(MethodFacts method, UsedType type)
    {
        name = method.Called.Name;
        signature = Text(method.Called.Signature, type.Name.Arguments);
    }

    /// <summary>The method of a type that matches; null for none.</summary>
    public static MethodDefinitionHandle? In(UsedType type, MethodMatch match)
    {
        if (type.File?.Metadata is not { } metadata) return null;
        foreach (var handle in metadata.GetTypeDefinition(type.Handle).GetMethods())
        {
            var method = metadata.GetMethodDefinition(handle);
            if (metadata.StringComparer.Equals(method.Name, match.name) && Text(TypeDecoder.Signature(metadata, method.Signature), type.Name.Arguments) == match.signature) return handle;
        }

        return null;
    }

    private static string Text(MethodSignature<NamedType> signature, IReadOnlyList<NamedType> arguments) => FormattableString.Invariant(
        $"{signature.Header.IsInstance} {signature.GenericParameterCount} {signature.ReturnType.Of(arguments).Full}({string.Join(',', signature.ParameterTypes.Select(type => type.Of(arguments).Full))})");
}
