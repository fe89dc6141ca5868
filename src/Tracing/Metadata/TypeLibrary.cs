using System.Reflection;
using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>A type as a derived or implementing type names it.</summary>
/// <param name="Name">Its name, with the types that stand for its type parameters.</param>
/// <param name="Assembly">File name of its assembly.</param>
/// <param name="File">That assembly; null when it cannot be read.</param>
/// <param name="Handle">The type in there.</param>
internal sealed record UsedType(NamedType Name, string Assembly, AssemblyFile? File, TypeDefinitionHandle Handle)
{
    /// <summary>A type with its own type parameters.</summary>
    public static UsedType Open(AssemblyFile file, TypeDefinitionHandle handle)
    {
        var parameters = file.Metadata.GetTypeDefinition(handle).GetGenericParameters().Count;
        var name = TypeDecoder.Type(file.Metadata, handle)! with { Arguments = [.. Enumerable.Range(0, parameters).Select(index => NamedType.Parameter(ofMethod: false, index))] };
        return new UsedType(name, file.FileName, file, handle);
    }

    public bool IsOfFramework => Framework.Owns(Name) || Framework.OwnsFile(Assembly);

    public bool IsInterface => File?.Metadata.GetTypeDefinition(Handle).Attributes.HasFlag(TypeAttributes.Interface) == true;

    /// <summary>Whether both are one type, whatever stands for its type parameters.</summary>
    public bool Defines(UsedType other) => File is not null && File == other.File && Handle == other.Handle;
}

/// <summary>Follows types to their bases and interfaces, from one assembly into others.</summary>
internal sealed class TypeLibrary(AssemblyLibrary library)
{
    private const int Deepest = 32;
    private const int MostInterfaces = 200;

    private readonly Dictionary<(AssemblyFile File, EntityHandle Handle), UsedType?> known = [];

    /// <summary>The type itself and its bases, nearest first. The last is one whose assembly cannot be read, or has no base.</summary>
    public IEnumerable<UsedType> Lineage(UsedType type)
    {
        for (var depth = 0; depth < Deepest; depth++)
        {
            yield return type;
            if (type.File is not { } file || file.Metadata.GetTypeDefinition(type.Handle).BaseType is not { IsNil: false } handle || Resolve(file, handle) is not { } next) yield break;
            type = next with { Name = next.Name.Of(type.Name.Arguments) };
        }
    }

    /// <summary>The interfaces that a type names, and those that these name.</summary>
    public IReadOnlyList<UsedType> Interfaces(UsedType type)
    {
        var all = new Dictionary<string, UsedType>(StringComparer.Ordinal);
        var waiting = new Queue<UsedType>([type]);
        while (waiting.TryDequeue(out var next) && all.Count < MostInterfaces)
        {
            if (next.File is not { } file) continue;
            foreach (var handle in file.Metadata.GetTypeDefinition(next.Handle).GetInterfaceImplementations())
            {
                if (Resolve(file, file.Metadata.GetInterfaceImplementation(handle).Interface) is not { } found) continue;
                found = found with { Name = found.Name.Of(next.Name.Arguments) };
                if (all.TryAdd(found.Name.Full, found)) waiting.Enqueue(found);
            }
        }

        return [.. all.Values];
    }

    /// <summary>The type behind a handle; null for one without a name.</summary>
    public UsedType? Resolve(AssemblyFile from, EntityHandle handle)
    {
        if (known.TryGetValue((from, handle), out var type)) return type;
        type = Damage.Tolerate(() => Find(from, handle));
        known.Add((from, handle), type);
        return type;
    }

    private UsedType? Find(AssemblyFile from, EntityHandle handle) => handle.Kind switch
    {
        HandleKind.TypeDefinition => new UsedType(TypeDecoder.Type(from.Metadata, handle)!, from.FileName, from, (TypeDefinitionHandle)handle),
        HandleKind.TypeReference => Referenced(from, (TypeReferenceHandle)handle),
        HandleKind.TypeSpecification => Instance(from, (TypeSpecificationHandle)handle),
        _ => null,
    };

    private UsedType? Instance(AssemblyFile from, TypeSpecificationHandle handle) =>
        TypeDecoder.Type(from.Metadata, handle) is { } name && Find(from, TypeDecoder.Definition(from.Metadata, handle)) is { } type ? type with { Name = name } : null;

    private UsedType? Referenced(AssemblyFile from, TypeReferenceHandle handle)
    {
        var name = TypeDecoder.Type(from.Metadata, handle)!;
        if (TypeDecoder.Scope(from.Metadata, handle) is not { } assembly) return from.Types.Find(name.Definition) is { } own ? new UsedType(name, from.FileName, from, own) : null;
        var (there, file) = TypeForwards.Follow(assembly, name, library.Referenced);
        return file?.Types.Find(name.Definition) is { } found ? new UsedType(name, file.FileName, file, found) : new UsedType(name, there + ".dll", null, default);
    }
}
