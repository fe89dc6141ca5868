using System.Reflection;
using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Finds what a method implements or overrides, by name and number of parameters.</summary>
internal sealed class ContractReader(MetadataReader metadata, TypeTable types)
{
    private const int DeepestInheritance = 32;

    public MethodContract Read(MethodDefinition method, CalledMethod called)
    {
        if (!method.Attributes.HasFlag(MethodAttributes.Virtual)) return MethodContract.None;
        var type = metadata.GetTypeDefinition(method.GetDeclaringType());
        // An explicit implementation bears the interface in its name; callers do not.
        var name = called.Name[(called.Name.LastIndexOf('.') + 1)..];
        var bases = Bases(type).ToList();
        var interfaces = type.GetInterfaceImplementations()
            .Select(handle => TypeDecoder.Type(metadata, metadata.GetInterfaceImplementation(handle).Interface))
            .OfType<NamedType>()
            .ToList();
        var keys = bases.Concat(interfaces).Select(contract => CalledMethod.KeyOf(contract.Definition, name, called.Signature.ParameterTypes.Length));
        var declaring = bases.Concat(interfaces).Where(contract => Declares(contract, name)).Select(contract => CSharpType.Write(contract, TypeParameters.Unknown)).ToList();
        return new MethodContract([.. keys], declaring, declaring.Count > 0 ? null : FixedBy(method, bases, interfaces));
    }

    private string? FixedBy(MethodDefinition method, List<NamedType> bases, List<NamedType> interfaces)
    {
        var overrides = !method.Attributes.HasFlag(MethodAttributes.NewSlot);
        // Sealed and virtual at once is what the compiler makes of a method that implements an interface and nothing else.
        var implements = method.Attributes.HasFlag(MethodAttributes.Final) && !overrides;
        if (!overrides && !implements) return null;
        var candidates = overrides ? bases : interfaces;
        // Only types of other assemblies are left. Those of the user's own are left to the user.
        var elsewhere = candidates.Where(candidate => types.Find(candidate.Definition) is null).ToList();
        return elsewhere.Count > 0 && elsewhere.All(Framework.Owns) ? CSharpType.Write(elsewhere[0], TypeParameters.Unknown) : null;
    }

    private bool Declares(NamedType type, string name) =>
        types.Find(type.Definition) is { } handle
        && metadata.GetTypeDefinition(handle).GetMethods().Any(method => metadata.StringComparer.Equals(metadata.GetMethodDefinition(method).Name, name));

    // From the nearest up, as far as this assembly tells.
    private IEnumerable<NamedType> Bases(TypeDefinition type)
    {
        for (var depth = 0; depth < DeepestInheritance && !type.BaseType.IsNil; depth++)
        {
            if (TypeDecoder.Type(metadata, type.BaseType) is not { } name) yield break;
            yield return name;
            if (types.Find(name.Definition) is not { } handle) yield break;
            type = metadata.GetTypeDefinition(handle);
        }
    }
}
