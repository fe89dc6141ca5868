using System.Collections.Concurrent;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace AsyncLoad.Host.Plugins.Attributes;

/// <summary>The class of an attribute that is not read by name. It may derive from one that is, in any assembly.</summary>
/// <param name="Type">The class; null where it cannot be loaded, or cannot derive from one that is read.</param>
/// <param name="Problem">Why it cannot be loaded; null otherwise.</param>
internal sealed record AttributeClass(Type? Type, string? Problem)
{
    private static readonly AttributeClass Unrelated = new(null, null);

    private static readonly ConcurrentDictionary<(Assembly, EntityHandle), AttributeClass> Known = new();

    // Assemblies of BenchmarkDotNet, and those of .NET whose names do not begin with "System.".
    private static readonly HashSet<string> Libraries = new(StringComparer.Ordinal)
    {
        "BenchmarkDotNet", "BenchmarkDotNet.Annotations", "BenchmarkDotNet.Diagnostics.Windows", "BenchmarkDotNet.Diagnostics.dotTrace", "BenchmarkDotNet.Diagnostics.dotMemory",
        "mscorlib", "netstandard",
    };

    /// <summary>The class of an attribute of an assembly. Those of .NET, and BenchmarkDotNet's others, are not loaded: they need not be there.</summary>
    public static AttributeClass Of(Assembly owner, MetadataReader metadata, CustomAttribute attribute) => Known.GetOrAdd(
        (owner, AttributeName.ClassOf(metadata, attribute)),
        static (key, metadata) => IsOfLibrary(metadata, key.Item2) ? Unrelated : Load(key.Item1, key.Item2),
        metadata);

    /// <summary>The same, whichever library it is of.</summary>
    public static AttributeClass Loaded(Assembly owner, MetadataReader metadata, CustomAttribute attribute) =>
        Of(owner, metadata, attribute) is var known && ReferenceEquals(known, Unrelated) ? Load(owner, AttributeName.ClassOf(metadata, attribute)) : known;

    /// <summary>The base class or interface with a full name; null where it has none.</summary>
    public Type? Base(string name)
    {
        var type = Type?.BaseType;
        while (type is not null && type.FullName != name) type = type.BaseType;
        return type ?? Type?.GetInterface(name);
    }

    // By the assembly: a user's own attributes may be in a namespace of any name.
    private static bool IsOfLibrary(MetadataReader metadata, EntityHandle type)
    {
        if (type.Kind != HandleKind.TypeReference) return false;
        var scope = metadata.GetTypeReference((TypeReferenceHandle)type).ResolutionScope;
        if (scope.Kind == HandleKind.TypeReference) return IsOfLibrary(metadata, scope);
        if (scope.Kind != HandleKind.AssemblyReference) return false;
        var assembly = metadata.GetString(metadata.GetAssemblyReference((AssemblyReferenceHandle)scope).Name);
        return Libraries.Contains(assembly) || (assembly.StartsWith("System.", StringComparison.Ordinal) && AttributeName.OfType(metadata, type)!.StartsWith("System.", StringComparison.Ordinal));
    }

    private static AttributeClass Load(Assembly owner, EntityHandle handle)
    {
        try
        {
            return new AttributeClass(owner.ManifestModule.ResolveType(MetadataTokens.GetToken(handle)), null);
        }
        catch (Exception exception) when (exception is IOException or TypeLoadException or BadImageFormatException)
        {
            return new AttributeClass(null, PluginFault.Reason(exception));
        }
    }
}

/// <summary>Reads an attribute whose class derives from one that is read: its values are known only from an instance.</summary>
internal static class DerivedAttribute
{
    // Properties that BenchmarkDotNet reads of its attributes.
    private static readonly string[] Asked =
        ["Baseline", "Description", "OperationsPerInvoke", "Values", "Type", "Name", "Targets", "GenericTypeArguments", "Categories", "Config"];

    /// <summary>Makes an instance, and reads the properties of its base class.</summary>
    /// <param name="owner">The assembly that it stands in.</param>
    /// <param name="attribute">Where it stands.</param>
    /// <param name="written">Its arguments as they are written.</param>
    /// <param name="read">The class that it derives from.</param>
    public static AttributeUse Make(Assembly owner, CustomAttribute attribute, AttributeUse written, Type read)
    {
        var constructor = (ConstructorInfo)owner.ManifestModule.ResolveMethod(MetadataTokens.GetToken(attribute.Constructor))!;
        var made = constructor.Invoke(BindingFlags.DoNotWrapExceptions, null, [.. written.Arguments], null);
        foreach (var (name, value) in written.Named) Set(made, name, value);
        var usage = made.GetType().GetCustomAttribute<AttributeUsageAttribute>() ?? new AttributeUsageAttribute(AttributeTargets.All);
        var told = from name in Asked
                   let property = read.GetProperty(name)
                   where property is not null
                   select KeyValuePair.Create(name, property.GetValue(made, BindingFlags.DoNotWrapExceptions, null, null, null));
        return new AttributeUse(read.FullName!, [], told.ToDictionary(StringComparer.Ordinal)) { Class = made.GetType().ToString(), AllowsMultiple = usage.AllowMultiple, IsInherited = usage.Inherited };
    }

    private static void Set(object made, string name, object? value)
    {
        if (made.GetType().GetProperty(name) is { } property) property.SetValue(made, value, BindingFlags.DoNotWrapExceptions, null, null, null);
        else made.GetType().GetField(name)!.SetValue(made, value);
    }
}
