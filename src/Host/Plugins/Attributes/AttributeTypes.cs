using System.Reflection;
using System.Reflection.Metadata;
using System.Runtime.Loader;

namespace AsyncLoad.Host.Plugins.Attributes;

/// <summary>Finds the types that arguments of attributes name: <c>typeof</c>, enums, arrays of either.</summary>
/// <param name="owner">The assembly whose attributes they are.</param>
internal sealed class AttributeTypes(Assembly owner) : ICustomAttributeTypeProvider<Type>
{
    public Type GetPrimitiveType(PrimitiveTypeCode typeCode) => typeCode switch
    {
        PrimitiveTypeCode.Boolean => typeof(bool),
        PrimitiveTypeCode.Byte => typeof(byte),
        PrimitiveTypeCode.SByte => typeof(sbyte),
        PrimitiveTypeCode.Char => typeof(char),
        PrimitiveTypeCode.Int16 => typeof(short),
        PrimitiveTypeCode.UInt16 => typeof(ushort),
        PrimitiveTypeCode.Int32 => typeof(int),
        PrimitiveTypeCode.UInt32 => typeof(uint),
        PrimitiveTypeCode.Int64 => typeof(long),
        PrimitiveTypeCode.UInt64 => typeof(ulong),
        PrimitiveTypeCode.Single => typeof(float),
        PrimitiveTypeCode.Double => typeof(double),
        PrimitiveTypeCode.String => typeof(string),
        PrimitiveTypeCode.Object => typeof(object),
        _ => throw new BadImageFormatException($"no attribute takes {typeCode}"),
    };

    public Type GetSystemType() => typeof(Type);

    public bool IsSystemType(Type type) => type == typeof(Type);

    public Type GetSZArrayType(Type elementType)
    {
        ArgumentNullException.ThrowIfNull(elementType);
        return elementType.MakeArrayType();
    }

    public Type GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) =>
        owner.ManifestModule.ResolveType(System.Reflection.Metadata.Ecma335.MetadataTokens.GetToken(handle));

    public Type GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) =>
        owner.ManifestModule.ResolveType(System.Reflection.Metadata.Ecma335.MetadataTokens.GetToken(handle));

    public Type GetTypeFromSerializedName(string name) => Type.GetType(
        name,
        assembly => (AssemblyLoadContext.GetLoadContext(owner) ?? AssemblyLoadContext.Default).LoadFromAssemblyName(assembly),
        (assembly, type, _) => assembly is null ? owner.GetType(type) ?? typeof(object).Assembly.GetType(type) : assembly.GetType(type),
        throwOnError: true)!;

    public PrimitiveTypeCode GetUnderlyingEnumType(Type type) => Type.GetTypeCode(Enum.GetUnderlyingType(type)) switch
    {
        TypeCode.Byte => PrimitiveTypeCode.Byte,
        TypeCode.SByte => PrimitiveTypeCode.SByte,
        TypeCode.Int16 => PrimitiveTypeCode.Int16,
        TypeCode.UInt16 => PrimitiveTypeCode.UInt16,
        TypeCode.UInt32 => PrimitiveTypeCode.UInt32,
        TypeCode.Int64 => PrimitiveTypeCode.Int64,
        TypeCode.UInt64 => PrimitiveTypeCode.UInt64,
        _ => PrimitiveTypeCode.Int32,
    };
}
