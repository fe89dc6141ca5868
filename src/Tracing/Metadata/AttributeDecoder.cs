using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Reads what attributes are given.</summary>
internal sealed class AttributeDecoder : ICustomAttributeTypeProvider<NamedType>
{
    private AttributeDecoder()
    {
    }

    public static AttributeDecoder Instance { get; } = new();

    public NamedType GetPrimitiveType(PrimitiveTypeCode typeCode) => new("System", [typeCode.ToString()], [], "");

    public NamedType GetSystemType() => new("System", ["Type"], [], "");

    public NamedType GetSZArrayType(NamedType elementType) => elementType with { Suffix = elementType.Suffix + "[]" };

    public NamedType GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) => TypeDecoder.Type(reader, handle)!;

    public NamedType GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) => TypeDecoder.Type(reader, handle)!;

    // The assembly of the type stands behind a comma; so do type arguments of a generic type, in brackets.
    public NamedType GetTypeFromSerializedName(string name) => NamedType.Plain(name.AsSpan().IndexOfAny(',', '[') is > 0 and var end ? name[..end] : name);

    // Almost every enum is of this type. Another one is read as something else, and names nothing.
    public PrimitiveTypeCode GetUnderlyingEnumType(NamedType type) => PrimitiveTypeCode.Int32;

    public bool IsSystemType(NamedType type) => type.Definition == "System.Type";
}
