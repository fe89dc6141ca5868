using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Runtime.Loader;

namespace AsyncLoad.Host.Plugins.Attributes;

/// <summary>
/// Attributes by the full names of their classes, read from the metadata of loaded code. Reflection would load the classes, and those of
/// BenchmarkDotNet need not be there: the output of a class library holds none of its packages.
/// </summary>
internal static class AttributeReader
{
    private const BindingFlags Declared = BindingFlags.DeclaredOnly | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    private static readonly ConcurrentDictionary<Assembly, MetadataReader> Readers = new();

    /// <summary>Whether a member carries an attribute itself, not by inheritance.</summary>
    public static bool Has(MemberInfo member, string name)
    {
        var metadata = MetadataOf(member.Module.Assembly);
        return Handles(metadata, MetadataTokens.EntityHandle(member.MetadataToken)).Any(attribute => AttributeName.Of(metadata, attribute) == name);
    }

    /// <summary>The attribute of a name that a member carries itself, the first when there are several, or null.</summary>
    public static AttributeUse? Find(MemberInfo member, string name) => All(member, name).FirstOrDefault();

    /// <summary>All attributes of a name that a member carries itself.</summary>
    public static IEnumerable<AttributeUse> All(MemberInfo member, string name) =>
        Uses(member.Module.Assembly, MetadataTokens.EntityHandle(member.MetadataToken), name);

    /// <summary>The attribute of a name that a method carries, or else the nearest of those that it overrides, or null.</summary>
    public static AttributeUse? FindInherited(MethodInfo method, string name) => AllInherited(method, name).FirstOrDefault();

    /// <summary>All attributes of a name that a method carries, or else the nearest of those that it overrides.</summary>
    public static IEnumerable<AttributeUse> AllInherited(MethodInfo method, string name) =>
        WithOverridden(method).Select(one => All(one, name).ToList()).FirstOrDefault(uses => uses.Count > 0) ?? [];

    public static IEnumerable<AttributeUse> All(Assembly assembly, string name) => Uses(assembly, EntityHandle.AssemblyDefinition, name);

    private static IEnumerable<MethodInfo> WithOverridden(MethodInfo method)
    {
        yield return method;
        if (!method.IsVirtual || method.Attributes.HasFlag(MethodAttributes.NewSlot)) yield break;
        var origin = method.GetBaseDefinition();
        for (var type = method.DeclaringType?.BaseType; type is not null; type = type.BaseType)
        {
            if (type.GetMethods(Declared).FirstOrDefault(candidate => candidate.GetBaseDefinition() == origin) is { } overridden) yield return overridden;
        }
    }

    private static IEnumerable<AttributeUse> Uses(Assembly assembly, EntityHandle owner, string name)
    {
        var metadata = MetadataOf(assembly);
        foreach (var attribute in Handles(metadata, owner))
        {
            if (AttributeName.Of(metadata, attribute) != name) continue;
            var value = attribute.DecodeValue(new AttributeTypes(assembly));
            yield return new AttributeUse(
                name,
                [.. value.FixedArguments.Select(argument => Plain(argument.Type, argument.Value))],
                value.NamedArguments.ToDictionary(argument => argument.Name!, argument => Plain(argument.Type, argument.Value), StringComparer.Ordinal));
        }
    }

    private static IEnumerable<CustomAttribute> Handles(MetadataReader metadata, EntityHandle owner) =>
        metadata.GetCustomAttributes(owner).Select(metadata.GetCustomAttribute);

    private static object? Plain(Type type, object? value) => value switch
    {
        null => null,
        ImmutableArray<CustomAttributeTypedArgument<Type>> items => Array(type.GetElementType()!, items),
        _ when type.IsEnum => Enum.ToObject(type, value),
        _ => value,
    };

    private static Array Array(Type element, ImmutableArray<CustomAttributeTypedArgument<Type>> items)
    {
        var array = System.Array.CreateInstance(element, items.Length);
        for (var index = 0; index < items.Length; index++) array.SetValue(Plain(items[index].Type, items[index].Value), index);
        return array;
    }

    // The metadata lies in memory as long as its assembly does, and plug-ins are never unloaded.
    private static unsafe MetadataReader MetadataOf(Assembly assembly) => Readers.GetOrAdd(assembly, static owner =>
        owner.TryGetRawMetadata(out var start, out var length)
            ? new MetadataReader(start, length)
            : throw new PluginRefusedException($"the metadata of {owner.GetName().Name} cannot be read"));
}

/// <summary>An attribute as it was written.</summary>
/// <param name="Arguments">Values of its constructor's parameters; enums and arrays as themselves.</param>
internal sealed record AttributeUse(string Name, IReadOnlyList<object?> Arguments, IReadOnlyDictionary<string, object?> Named)
{
    /// <summary>A named argument, or null where it is not given or of another type.</summary>
    public T? Value<T>(string name)
        where T : class => Named.GetValueOrDefault(name) as T;

    /// <summary>The arguments of a constructor that takes <c>params</c>: one array, or whatever was written.</summary>
    public IReadOnlyList<object?> Listed => Arguments switch
    {
        [object?[] list] => list,
        // [Params(null)] is a null in place of the list.
        [null] => [null],
        _ => Arguments,
    };
}

/// <summary>The full name of an attribute's class, read from metadata: the class itself need not be there.</summary>
internal static class AttributeName
{
    /// <summary>Namespace and name; null for what is no plain class, such as a generic attribute.</summary>
    public static string? Of(MetadataReader metadata, CustomAttribute attribute) => attribute.Constructor.Kind switch
    {
        HandleKind.MemberReference => OfType(metadata, metadata.GetMemberReference((MemberReferenceHandle)attribute.Constructor).Parent),
        HandleKind.MethodDefinition => OfType(metadata, metadata.GetMethodDefinition((MethodDefinitionHandle)attribute.Constructor).GetDeclaringType()),
        _ => null,
    };

    private static string? OfType(MetadataReader metadata, EntityHandle type)
    {
        switch (type.Kind)
        {
            case HandleKind.TypeReference:
                var reference = metadata.GetTypeReference((TypeReferenceHandle)type);
                return Joined(metadata.GetString(reference.Namespace), metadata.GetString(reference.Name));
            case HandleKind.TypeDefinition:
                var definition = metadata.GetTypeDefinition((TypeDefinitionHandle)type);
                return Joined(metadata.GetString(definition.Namespace), metadata.GetString(definition.Name));
            default:
                return null;
        }
    }

    private static string Joined(string space, string name) => space.Length == 0 ? name : $"{space}.{name}";
}

/// <summary>Finds the types that arguments of attributes name: <c>typeof</c>, enums, arrays of either.</summary>
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
