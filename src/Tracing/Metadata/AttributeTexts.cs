using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Attributes of an assembly that may name a method: by a text, or by what a method with the attribute stands for.</summary>
internal sealed class AttributeTexts
{
    private const string Compiler = "System.Runtime.CompilerServices.";
    private const string Accessor = Compiler + "UnsafeAccessorAttribute";
    private const string AccessorType = Compiler + "UnsafeAccessorTypeAttribute";

    // The one attribute of the framework whose text names a method that is called by reflection.
    private const string Dependency = "System.Diagnostics.CodeAnalysis.DynamicDependencyAttribute";

    private readonly AssemblyFile assembly;
    private readonly Dictionary<string, List<AttributeText>> named = new(StringComparer.Ordinal);
    private readonly Dictionary<string, List<MethodFacts>> accessors = new(StringComparer.Ordinal);

    /// <summary>Reads all attributes once.</summary>
    public AttributeTexts(AssemblyFile assembly)
    {
        this.assembly = assembly;
        foreach (var handle in assembly.Metadata.CustomAttributes) Damage.Tolerate(() => Take(assembly.Metadata.GetCustomAttribute(handle)));
    }

    /// <summary>Where an attribute gives this text.</summary>
    public IReadOnlyList<AttributeText> Naming(string text) => named.TryGetValue(text, out var found) ? found : [];

    /// <summary>Methods that stand for one, with its return type: the runtime binds them by name and signature.</summary>
    public IEnumerable<MethodFacts> Accessors(MethodFacts method) =>
        accessors.TryGetValue(KeyOf(method.Called.Name, method.Called.Signature.Header.IsInstance), out var found) ? found.Where(accessor => StandsFor(accessor, method)) : [];

    private string? Take(CustomAttribute attribute)
    {
        if (assembly.Methods.AttributeName(attribute.Constructor) is not { } type) return null;
        if (type == Accessor) TakeAccessor(attribute);
        else if (type == Dependency || !AttributeNames.IsHarmless(type)) TakeTexts(attribute, type);
        return type;
    }

    private void TakeAccessor(CustomAttribute attribute)
    {
        if (attribute.Parent.Kind != HandleKind.MethodDefinition || assembly.Methods.Describe((MethodDefinitionHandle)attribute.Parent) is not { } method) return;
        var given = attribute.DecodeValue(AttributeDecoder.Instance);
        var name = given.NamedArguments.Select(argument => argument.Value).OfType<string>().FirstOrDefault() ?? method.Called.Name;
        // UnsafeAccessorKind.Method and StaticMethod; a constructor and fields return no task.
        if (given.FixedArguments is not [{ Value: 1 or 2 }]) return;
        var key = KeyOf(name, given.FixedArguments is [{ Value: 1 }]);
        if (!accessors.TryGetValue(key, out var list)) accessors.Add(key, list = []);
        list.Add(method);
    }

    private void TakeTexts(CustomAttribute attribute, string type)
    {
        var given = attribute.DecodeValue(AttributeDecoder.Instance);
        var values = given.FixedArguments.Select(argument => argument.Value).Concat(given.NamedArguments.Select(argument => argument.Value)).ToList();
        var texts = values.OfType<string>().ToList();
        if (texts.Count == 0 || OwnerOf(attribute.Parent) is not { } owner) return;
        // A type is given as such, or by its name; else it is that which bears the attribute.
        var types = values.OfType<NamedType>().Select(value => value.Definition).Concat(texts).Append(owner.Type).ToHashSet(StringComparer.Ordinal);
        foreach (var text in texts.Select(WithoutParameters).Distinct(StringComparer.Ordinal))
        {
            if (!named.TryGetValue(text, out var list)) named.Add(text, list = []);
            list.Add(new AttributeText(attribute.Parent, owner.CSharp, AttributeNames.Written(type), types));
        }
    }

    // DynamicDependency may give the types of parameters.
    private static string WithoutParameters(string text) => text.IndexOf('(', StringComparison.Ordinal) is > 0 and var end ? text[..end] : text;

    // The type whose member bears the attribute, or the type that does.
    private (string Type, string CSharp)? OwnerOf(EntityHandle parent)
    {
        var metadata = assembly.Metadata;
        switch (parent.Kind)
        {
            case HandleKind.MethodDefinition:
                return assembly.Methods.Describe((MethodDefinitionHandle)parent) is { } method ? (method.Called.Type.Definition, method.CSharp) : null;
            case HandleKind.PropertyDefinition:
                var accessors = metadata.GetPropertyDefinition((PropertyDefinitionHandle)parent).GetAccessors();
                return accessors.Getter.IsNil ? null : OwnerOf(accessors.Getter);
            case HandleKind.FieldDefinition:
                return OwnerOf(metadata.GetFieldDefinition((FieldDefinitionHandle)parent).GetDeclaringType());
            case HandleKind.TypeDefinition:
                return TypeDecoder.Type(metadata, parent) is { } type ? (type.Definition, CSharpType.Write(type, TypeParameters.Unknown)) : null;
            default:
                return null;
        }
    }

    private static string KeyOf(string name, bool isInstance) => isInstance ? name : "static " + name;

    private bool StandsFor(MethodFacts accessor, MethodFacts method)
    {
        if (accessor.Called.Signature.ParameterTypes is not [var receiver, .. var rest] || rest.Length != method.Called.Signature.ParameterTypes.Length) return false;
        return (receiver.Definition == method.Called.Type.Definition || TypeGiven(accessor) == method.Called.Type.Definition)
            && rest.Zip(method.Called.Signature.ParameterTypes).All(pair => pair.First.Full == pair.Second.Full || pair.First.IsOpen || pair.Second.IsOpen || pair.First.Definition == "System.Object");
    }

    // A type that the code cannot name is given as a text, with its assembly behind a comma.
    private string? TypeGiven(MethodFacts accessor) => Damage.Tolerate(() => assembly.Metadata.GetMethodDefinition(accessor.Handle).GetParameters()
        .Select(assembly.Metadata.GetParameter)
        .Where(parameter => parameter.SequenceNumber == 1)
        .SelectMany(parameter => assembly.Methods.Attributes(parameter.GetCustomAttributes(), AccessorType))
        .Select(attribute => assembly.Methods.Argument(attribute.Value)?.Split(',')[0])
        .FirstOrDefault());
}

/// <summary>A text in an attribute.</summary>
/// <param name="Bearer">What bears the attribute.</param>
/// <param name="Owner">The same as C#.</param>
/// <param name="Attribute">The attribute as it is written.</param>
/// <param name="Of">Full names of the types whose member the text may name.</param>
internal sealed record AttributeText(EntityHandle Bearer, string Owner, string Attribute, IReadOnlySet<string> Of);
