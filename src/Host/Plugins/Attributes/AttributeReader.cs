using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Runtime.Loader;

namespace AsyncLoad.Host.Plugins.Attributes;

/// <summary>
/// Attributes by the full names of their classes, read from the metadata of loaded code. Reflection would load the classes, and those of
/// BenchmarkDotNet need not be there: the output of a class library holds none of its packages. Attributes of derived classes are found by their base.
/// </summary>
internal static class AttributeReader
{
    private const BindingFlags Declared = BindingFlags.DeclaredOnly | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    private static readonly ConcurrentDictionary<Assembly, MetadataReader> Readers = new();

    /// <summary>Whether a member carries an attribute itself, not by inheritance.</summary>
    public static bool Has(MemberInfo member, string name) => Matches(member.Module.Assembly, Handle(member), name, AttributeClass.Of).Any();

    /// <summary>Whether a method carries an attribute, or overrides one that does.</summary>
    public static bool HasInherited(MethodInfo method, string name) => WithOverridden(method).Any(one => Has(one, name));

    /// <summary>The attribute of a name that a member carries itself, the first when there are several, or null.</summary>
    public static AttributeUse? Find(MemberInfo member, string name) => All(member, name).FirstOrDefault();

    /// <summary>All attributes of a name that a member carries itself.</summary>
    public static IEnumerable<AttributeUse> All(MemberInfo member, string name) => Uses(member.Module.Assembly, Handle(member), name, AttributeClass.Of);

    /// <summary>All attributes of a name that a method carries or inherits, by the rule of .NET: of one class, only the nearest unless it allows several.</summary>
    public static IEnumerable<AttributeUse> AllInherited(MethodInfo method, string name)
    {
        var nearer = new HashSet<string>(StringComparer.Ordinal);
        foreach (var level in WithOverridden(method))
        {
            var uses = All(level, name).Where(use => level == method || (use.IsInherited && (use.AllowsMultiple || !nearer.Contains(use.Class)))).ToList();
            foreach (var use in uses) yield return use;
            nearer.UnionWith(uses.Select(use => use.Class));
        }
    }

    /// <summary>All attributes of a name that an assembly carries.</summary>
    public static IEnumerable<AttributeUse> All(Assembly assembly, string name) => Uses(assembly, EntityHandle.AssemblyDefinition, name, AttributeClass.Of);

    /// <summary>Attributes of a class or method whose own classes derive from one of a name. Those of BenchmarkDotNet are found too, and loaded for it.</summary>
    public static IEnumerable<AttributeUse> AllDerived(MemberInfo member, string name) => Uses(member.Module.Assembly, Handle(member), name, AttributeClass.Loaded);

    /// <summary>The same of an assembly.</summary>
    public static IEnumerable<AttributeUse> AllDerived(Assembly assembly, string name) => Uses(assembly, EntityHandle.AssemblyDefinition, name, AttributeClass.Loaded);

    /// <summary>Why an attribute of a member cannot be read, and might be the one looked for; null where all can be read.</summary>
    public static string? Problem(MemberInfo member)
    {
        var owner = member.Module.Assembly;
        var metadata = MetadataOf(owner);
        return Attributes(metadata, Handle(member)).Select(attribute => AttributeClass.Of(owner, metadata, attribute).Problem).FirstOrDefault(problem => problem is not null);
    }

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

    private static IEnumerable<AttributeUse> Uses(Assembly assembly, EntityHandle owner, string name, Func<Assembly, MetadataReader, CustomAttribute, AttributeClass> classOf)
    {
        foreach (var (attribute, read) in Matches(assembly, owner, name, classOf))
        {
            var value = attribute.DecodeValue(new AttributeTypes(assembly));
            var named = new Dictionary<string, object?>(StringComparer.Ordinal);
            foreach (var argument in value.NamedArguments) named[argument.Name!] = Plain(argument.Type, argument.Value);
            var written = new AttributeUse(name, [.. value.FixedArguments.Select(argument => Plain(argument.Type, argument.Value))], named);
            yield return read is null ? written : DerivedAttribute.Make(assembly, attribute, written, read);
        }
    }

    // Read is the class to read when the attribute's class derives from it.
    private static IEnumerable<(CustomAttribute Attribute, Type? Read)> Matches(Assembly assembly, EntityHandle owner, string name, Func<Assembly, MetadataReader, CustomAttribute, AttributeClass> classOf)
    {
        var metadata = MetadataOf(assembly);
        foreach (var attribute in Attributes(metadata, owner))
        {
            if (AttributeName.Of(metadata, attribute) == name) yield return (attribute, null);
            else if (classOf(assembly, metadata, attribute).Base(name) is { } read) yield return (attribute, read);
        }
    }

    private static EntityHandle Handle(MemberInfo member) => MetadataTokens.EntityHandle(member.MetadataToken);

    private static IEnumerable<CustomAttribute> Attributes(MetadataReader metadata, EntityHandle owner) =>
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

    // The metadata stays in memory as long as its assembly, and plug-ins are never unloaded.
    private static unsafe MetadataReader MetadataOf(Assembly assembly) => Readers.GetOrAdd(assembly, static owner =>
        owner.TryGetRawMetadata(out var start, out var length)
            ? new MetadataReader(start, length)
            : throw new PluginRefusedException($"the metadata of {owner.GetName().Name} cannot be read"));
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
        owner.ManifestModule.ResolveType(MetadataTokens.GetToken(handle));

    // An enum of BenchmarkDotNet, whose assembly may be missing: its numbers are enough.
    public Type GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) =>
        AttributeName.OfType(reader, handle) == BenchmarkAttributes.GroupRule ? typeof(int) : owner.ManifestModule.ResolveType(MetadataTokens.GetToken(handle));

    public Type GetTypeFromSerializedName(string name) => Type.GetType(
        name,
        assembly => (AssemblyLoadContext.GetLoadContext(owner) ?? AssemblyLoadContext.Default).LoadFromAssemblyName(assembly),
        (assembly, type, _) => assembly is null ? owner.GetType(type) ?? typeof(object).Assembly.GetType(type) : assembly.GetType(type),
        throwOnError: true)!;

    public PrimitiveTypeCode GetUnderlyingEnumType(Type type) => Type.GetTypeCode(type.IsEnum ? Enum.GetUnderlyingType(type) : type) switch
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
