using System.Collections.Immutable;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Reads types out of metadata.</summary>
internal sealed class TypeDecoder : ISignatureTypeProvider<NamedType, object?>
{
    // In bytes. Signatures are decoded by recursion, at worst one call per byte: longer ones could exhaust the stack, and no compiler writes them.
    private const int LongestSignature = 2_000;
    private const int DeepestNesting = 32;
    private const int MostRanks = 32;

    private TypeDecoder()
    {
    }

    private static TypeDecoder Instance { get; } = new();

    /// <summary>The signature of a method.</summary>
    /// <exception cref="BadImageFormatException">The signature is damaged.</exception>
    public static MethodSignature<NamedType> Signature(MetadataReader metadata, BlobHandle signature)
    {
        var blob = Blob(metadata, signature);
        return new SignatureDecoder<NamedType, object?>(Instance, metadata, null).DecodeMethodSignature(ref blob);
    }

    /// <summary>The type of a field.</summary>
    /// <exception cref="BadImageFormatException">The signature is damaged.</exception>
    public static NamedType Field(MetadataReader metadata, BlobHandle signature)
    {
        var blob = Blob(metadata, signature);
        return new SignatureDecoder<NamedType, object?>(Instance, metadata, null).DecodeFieldSignature(ref blob);
    }

    /// <summary>What stands for the type parameters of a method.</summary>
    /// <exception cref="BadImageFormatException">The signature is damaged.</exception>
    public static IReadOnlyList<NamedType> Arguments(MetadataReader metadata, BlobHandle signature)
    {
        var blob = Blob(metadata, signature);
        return new SignatureDecoder<NamedType, object?>(Instance, metadata, null).DecodeMethodSpecificationSignature(ref blob);
    }

    /// <summary>The types of the locals of a method.</summary>
    /// <exception cref="BadImageFormatException">The signature is damaged.</exception>
    public static IReadOnlyList<NamedType> Locals(MetadataReader metadata, BlobHandle signature)
    {
        var blob = Blob(metadata, signature);
        return new SignatureDecoder<NamedType, object?>(Instance, metadata, null).DecodeLocalSignature(ref blob);
    }

    /// <summary>A type by its definition, reference or specification; null for anything else.</summary>
    public static NamedType? Type(MetadataReader metadata, EntityHandle handle) => handle.Kind switch
    {
        HandleKind.TypeDefinition => Instance.GetTypeFromDefinition(metadata, (TypeDefinitionHandle)handle, 0),
        HandleKind.TypeReference => Instance.GetTypeFromReference(metadata, (TypeReferenceHandle)handle, 0),
        HandleKind.TypeSpecification => Specified(metadata, (TypeSpecificationHandle)handle),
        _ => null,
    };

    /// <summary>The definition of an instance of a generic type, or a reference to it; any other type itself, and nil for what is no type.</summary>
    /// <exception cref="BadImageFormatException">The specification is damaged.</exception>
    public static EntityHandle Definition(MetadataReader metadata, EntityHandle type)
    {
        if (type.Kind != HandleKind.TypeSpecification) return type;
        var blob = metadata.GetBlobReader(metadata.GetTypeSpecification((TypeSpecificationHandle)type).Signature);
        if (blob.ReadSignatureTypeCode() != SignatureTypeCode.GenericTypeInstance) return default;
        blob.ReadCompressedInteger();
        var definition = blob.ReadTypeHandle();
        return definition.Kind == HandleKind.TypeSpecification ? default : definition;
    }

    /// <summary>The assembly that a reference to a type names; null for a type of the same one.</summary>
    public static string? Scope(MetadataReader metadata, EntityHandle type)
    {
        var scope = type;
        for (var depth = 0; depth < DeepestNesting && scope.Kind == HandleKind.TypeReference; depth++) scope = metadata.GetTypeReference((TypeReferenceHandle)scope).ResolutionScope;
        return scope.Kind == HandleKind.AssemblyReference ? metadata.GetString(metadata.GetAssemblyReference((AssemblyReferenceHandle)scope).Name) : null;
    }

    public NamedType GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind)
    {
        var path = new List<string>();
        for (var current = handle; ;)
        {
            var type = reader.GetTypeDefinition(current);
            path.Insert(0, reader.GetString(type.Name));
            current = type.GetDeclaringType();
            if (current.IsNil) return new NamedType(reader.GetString(type.Namespace), path, [], "");
            if (path.Count > DeepestNesting) throw new BadImageFormatException("types are nested without end");
        }
    }

    public NamedType GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind)
    {
        var path = new List<string>();
        for (var current = handle; ;)
        {
            var type = reader.GetTypeReference(current);
            path.Insert(0, reader.GetString(type.Name));
            if (type.ResolutionScope.Kind != HandleKind.TypeReference) return new NamedType(reader.GetString(type.Namespace), path, [], "");
            if (path.Count > DeepestNesting) throw new BadImageFormatException("types are nested without end");
            current = (TypeReferenceHandle)type.ResolutionScope;
        }
    }

    // Compilers name no specification inside a signature, and one could name itself.
    public NamedType GetTypeFromSpecification(MetadataReader reader, object? genericContext, TypeSpecificationHandle handle, byte rawTypeKind) =>
        throw new BadImageFormatException("a signature names a type specification");

    public NamedType GetPrimitiveType(PrimitiveTypeCode typeCode) => new("System", [typeCode.ToString()], [], "");

    public NamedType GetGenericInstantiation(NamedType genericType, ImmutableArray<NamedType> typeArguments) => genericType with { Arguments = typeArguments };

    public NamedType GetGenericMethodParameter(object? genericContext, int index) => NamedType.Parameter(ofMethod: true, index);

    public NamedType GetGenericTypeParameter(object? genericContext, int index) => NamedType.Parameter(ofMethod: false, index);

    public NamedType GetSZArrayType(NamedType elementType) => With(elementType, "[]");

    public NamedType GetArrayType(NamedType elementType, ArrayShape shape) => With(elementType, $"[{new string(',', Math.Clamp(shape.Rank - 1, 0, MostRanks))}]");

    public NamedType GetByReferenceType(NamedType elementType) => With(elementType, "&");

    public NamedType GetPointerType(NamedType elementType) => With(elementType, "*");

    public NamedType GetPinnedType(NamedType elementType) => elementType;

    public NamedType GetModifiedType(NamedType modifier, NamedType unmodifiedType, bool isRequired) => unmodifiedType;

    public NamedType GetFunctionPointerType(MethodSignature<NamedType> signature) => new("", ["delegate*"], [], "");

    private static NamedType With(NamedType type, string suffix) => type with { Suffix = type.Suffix + suffix };

    private static NamedType Specified(MetadataReader metadata, TypeSpecificationHandle handle)
    {
        var blob = Blob(metadata, metadata.GetTypeSpecification(handle).Signature);
        return new SignatureDecoder<NamedType, object?>(Instance, metadata, null).DecodeType(ref blob);
    }

    private static BlobReader Blob(MetadataReader metadata, BlobHandle handle)
    {
        var blob = metadata.GetBlobReader(handle);
        return blob.Length <= LongestSignature ? blob : throw new BadImageFormatException($"a signature of {blob.Length} B");
    }
}
