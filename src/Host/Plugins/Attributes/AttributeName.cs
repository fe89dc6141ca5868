using System.Reflection.Metadata;

namespace AsyncLoad.Host.Plugins.Attributes;

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
