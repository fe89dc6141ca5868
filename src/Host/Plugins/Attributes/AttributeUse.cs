using System.Reflection.Metadata;

namespace AsyncLoad.Host.Plugins.Attributes;

/// <summary>An attribute as it was written, or as its derived class makes it.</summary>
/// <param name="Name">Full name of the class that is read.</param>
/// <param name="Arguments">Values of its constructor's parameters; enums and arrays as themselves. Empty for a derived class.</param>
/// <param name="Named">Values by the names of properties, in the order in which they are set.</param>
internal sealed record AttributeUse(string Name, IReadOnlyList<object?> Arguments, IReadOnlyDictionary<string, object?> Named)
{
    /// <summary>Full name of its own class.</summary>
    public string Class { get; init; } = Name;

    /// <summary>Whether a member may have several of its class.</summary>
    public bool AllowsMultiple { get; init; } = Name is BenchmarkAttributes.Arguments or BenchmarkAttributes.GenericTypeArguments or BenchmarkAttributes.BenchmarkCategory;

    /// <summary>Whether an override inherits it.</summary>
    public bool IsInherited { get; init; } = true;

    /// <summary>A named argument, or null where it is not given or of another type.</summary>
    public T? Value<T>(string name)
        where T : class => Named.GetValueOrDefault(name) as T;

    /// <summary>The arguments of a constructor that takes <c>params</c>: one array, or the values as written.</summary>
    public IReadOnlyList<object?> Listed => Value<object?[]>("Values") ?? Value<object?[]>("GenericTypeArguments") ?? Value<object?[]>("Categories") ?? Arguments switch
    {
        [object?[] list] => list,
        // [Params(null)] is a null in place of the list.
        [null] => [null],
        _ => Arguments,
    };

    /// <summary>The member that it names, and the type of that member where it is given.</summary>
    public (Type? Type, string? Name) Source => Arguments switch
    {
        [string member] => (null, member),
        [Type other, string member] => (other, member),
        _ => (Value<Type>("Type"), Value<string>("Name")),
    };

    /// <summary>Names of the methods that it is for; none where it is for all. What is set last counts, and names are not trimmed.</summary>
    public IReadOnlyList<string> Targets
    {
        get
        {
            IReadOnlyList<string> targets = [];
            foreach (var (name, value) in Named)
            {
                if (name == "Targets") targets = value as string[] ?? [];
                else if (name == "Target") targets = value is string { Length: > 0 } names ? names.Split(',') : [];
            }

            return targets;
        }
    }
}

/// <summary>The full name of an attribute's class, read from metadata: the class itself need not be there.</summary>
internal static class AttributeName
{
    /// <summary>Namespace and name; null for anything but a plain class, such as a generic attribute.</summary>
    public static string? Of(MetadataReader metadata, CustomAttribute attribute) => OfType(metadata, ClassOf(metadata, attribute));

    /// <summary>Where the class is defined, referred to or closed.</summary>
    public static EntityHandle ClassOf(MetadataReader metadata, CustomAttribute attribute) => attribute.Constructor.Kind == HandleKind.MemberReference
        ? metadata.GetMemberReference((MemberReferenceHandle)attribute.Constructor).Parent
        : metadata.GetMethodDefinition((MethodDefinitionHandle)attribute.Constructor).GetDeclaringType();

    /// <summary>The same of a class or enum.</summary>
    public static string? OfType(MetadataReader metadata, EntityHandle type)
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
