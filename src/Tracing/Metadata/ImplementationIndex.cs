using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>The derived types of an assembly, and its implementations that cannot be found by name.</summary>
internal sealed class ImplementationIndex
{
    private readonly AssemblyFile assembly;
    private readonly TypeLibrary types;
    private readonly ILookup<string, TypeDefinitionHandle> derived;
    private readonly Dictionary<(AssemblyFile File, MethodDefinitionHandle Method), List<ContractMember>> members = [];
    private readonly HashSet<(TypeDefinitionHandle Type, MethodDefinitionHandle Declared)> taken = [];
    private readonly HashSet<MethodDefinitionHandle> bridges = [];

    /// <summary>Reads the tables once.</summary>
    public ImplementationIndex(AssemblyFile assembly, TypeLibrary types)
    {
        (this.assembly, this.types) = (assembly, types);
        var metadata = assembly.Metadata;
        derived = metadata.TypeDefinitions
            .Select(handle => (Handle: handle, Base: Damage.Tolerate(() => TypeDecoder.Type(metadata, metadata.GetTypeDefinition(handle).BaseType))?.Definition))
            .Where(type => type.Base is not null)
            .ToLookup(type => type.Base!, type => type.Handle, StringComparer.Ordinal);
        foreach (var type in metadata.TypeDefinitions) Damage.Tolerate(() => Take(type));
    }

    /// <summary>Types whose base class bears this name.</summary>
    public IEnumerable<TypeDefinitionHandle> DerivedFrom(string definition) => derived[definition];

    /// <summary>What the metadata says that a method implements, other than by its name.</summary>
    public IReadOnlyList<ContractMember> Of(MethodFacts method) => members.TryGetValue((method.Assembly, method.Handle), out var found) ? found : [];

    /// <summary>Whether the metadata of a type names the method that implements a declared one.</summary>
    public bool IsTaken(TypeDefinitionHandle type, MethodDefinitionHandle declared) => taken.Contains((type, declared));

    /// <summary>Whether the compiler generated a method that connects an interface with an implementation in a class of another assembly.</summary>
    public bool IsBridge(MethodDefinitionHandle method) => bridges.Contains(method);

    private string? Take(TypeDefinitionHandle type)
    {
        foreach (var handle in assembly.Metadata.GetTypeDefinition(type).GetMethodImplementations())
        {
            var implementation = assembly.Metadata.GetMethodImplementation(handle);
            // Every state machine implements MoveNext this way; following those would read most of the framework.
            if (!Returns(implementation.MethodBody).IsAwaitable()) continue;
            if (Resolve(implementation.MethodBody) is not { File: { } file, Handle: { } body } own || Resolve(implementation.MethodDeclaration) is not { } declared) continue;
            if (declared is { File: { } of, Handle: { } method } && of == assembly) taken.Add((type, method));
            var member = Member(declared, own.Name.Contains('.', StringComparison.Ordinal));
            Add(file, body, member);
            if (file != assembly || Bridged(body) is not { File: { } elsewhere, Handle: { } target } || elsewhere == assembly) continue;
            bridges.Add(body);
            Add(elsewhere, target, member with { Kind = ContractKind.Implements });
        }

        return null;
    }

    private ReturnShape Returns(EntityHandle method)
    {
        var metadata = assembly.Metadata;
        var signature = method.Kind == HandleKind.MethodDefinition ? metadata.GetMethodDefinition((MethodDefinitionHandle)method).Signature : metadata.GetMemberReference((MemberReferenceHandle)method).Signature;
        return ReturnShapes.Of(TypeDecoder.Signature(metadata, signature).ReturnType);
    }

    private void Add(AssemblyFile file, MethodDefinitionHandle method, ContractMember member)
    {
        if (!members.TryGetValue((file, method), out var list)) members.Add((file, method), list = []);
        list.Add(member);
    }

    private static ContractMember Member(Resolved declared, bool byName)
    {
        var isClass = declared.Type.File is not null && !declared.Type.IsInterface;
        var kind = isClass ? ContractKind.Overrides : byName ? ContractKind.ImplementsExplicitly : ContractKind.Implements;
        return new ContractMember(kind, declared.Type.Name, declared.Type.Assembly, CalledMethod.KeyOf(declared.Type.Name.Definition, declared.Name, declared.Parameters), IsSure: true)
        {
            Method = declared is { File: { } file, Handle: { } handle } && !declared.Type.IsOfFramework ? file.Methods.Describe(handle) : null,
        };
    }

    // The body is only a call with the method's own arguments.
    private Resolved? Bridged(MethodDefinitionHandle body)
    {
        var code = assembly.Code(body).SkipWhile(instruction => instruction.Code is (>= ILOpCode.Ldarg_0 and <= ILOpCode.Ldarg_3) or ILOpCode.Ldarg or ILOpCode.Ldarg_s or ILOpCode.Nop).ToList();
        return code is [{ Calls: true } call, { Code: ILOpCode.Ret }] ? Resolve(MetadataTokens.EntityHandle(call.Operand)) : null;
    }

    private Resolved? Resolve(EntityHandle handle)
    {
        var metadata = assembly.Metadata;
        if (handle.Kind == HandleKind.MethodSpecification) handle = metadata.GetMethodSpecification((MethodSpecificationHandle)handle).Method;
        if (handle.Kind == HandleKind.MethodDefinition)
        {
            var method = metadata.GetMethodDefinition((MethodDefinitionHandle)handle);
            var parameters = TypeDecoder.Signature(metadata, method.Signature).ParameterTypes.Length;
            return new Resolved(UsedType.Open(assembly, method.GetDeclaringType()), metadata.GetString(method.Name), parameters, assembly, (MethodDefinitionHandle)handle);
        }

        if (handle.Kind != HandleKind.MemberReference) return null;
        var member = metadata.GetMemberReference((MemberReferenceHandle)handle);
        if (types.Resolve(assembly, member.Parent) is not { } type) return null;
        var name = metadata.GetString(member.Name);
        var signature = TypeDecoder.Signature(metadata, member.Signature);
        var found = type.File is null ? null : MethodMatch.In(type with { Name = UsedType.Open(type.File, type.Handle).Name }, new MethodMatch(name, signature));
        return new Resolved(type, name, signature.ParameterTypes.Length, type.File, found);
    }

    private sealed record Resolved(UsedType Type, string Name, int Parameters, AssemblyFile? File, MethodDefinitionHandle? Handle);
}
