using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

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

    /// <summary>All attributes of a name that an assembly carries.</summary>
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
